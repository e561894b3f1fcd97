import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../data/language.ts";
import type { NewAttachment } from "../../../client/index.ts";
import { TextArea } from "../../ui/field.tsx";
import { bytes } from "../../ui/numbers.ts";
import { toast } from "../../ui/toast.tsx";
import { FILES_BYTES, fileOf, sizeOf } from "../compose/files.ts";
import { richOf, wordsOf } from "./rich-text.ts";
import type { Written } from "./written.ts";

const loadEditor = async () => (await import("./editor.tsx")).default;

/** The most bytes of a picture in a text. */
const PICTURE_BYTES = 1_500_000;

interface BodyProps {
  readonly label: string;
  /** The text, or the formatted text instead of it. */
  readonly written: Pick<Written, "text" | "rich">;
  readonly files: readonly NewAttachment[];
  readonly isDisabled: boolean;
  /** The height of the plain text. */
  readonly rows?: number;
  readonly error: string | undefined;
  readonly onChange: (changes: Partial<Pick<Written, "text" | "rich">>) => void;
  readonly onFiles: (files: readonly NewAttachment[]) => void;
}

/** Takes pictures of the text among the email's files, as many as fit. */
const usePictures = ({ files, onFiles }: Pick<BodyProps, "files" | "onFiles">) => {
  const now = useRef(files);
  now.current = files;
  const add = async (file: File): Promise<string | undefined> => {
    const read = await fileOf(file);
    const all = [...now.current, { ...read, content_id: `${crypto.randomUUID()}@inline` }];
    const size = all.reduce((sum, one) => sum + sizeOf(one), 0);
    if (sizeOf(read) > PICTURE_BYTES || size > FILES_BYTES) {
      toast(
        t("The picture has {size}: one may have {most}, all files {all}.", {
          size: bytes(sizeOf(read)),
          most: bytes(PICTURE_BYTES),
          all: bytes(FILES_BYTES),
        }),
        "bad",
      );
      return undefined;
    }
    now.current = all;
    onFiles(all);
    return all.at(-1)?.content_id;
  };
  const at = (cid: string): string => {
    const file = now.current.find(({ content_id: id }) => id === cid);
    return file === undefined ? "" : `data:${file.type};base64,${file.content}`;
  };
  return { add, at };
};

/** The text: plain until somebody formats it; the editor is loaded when writing begins. */
export const Body = ({ label, written, files, isDisabled, rows = 7, error, onChange, onFiles }: BodyProps) => {
  const [RichText, setRichText] = useState<Awaited<ReturnType<typeof loadEditor>>>();
  const [begins, setBegins] = useState(false);
  const pictures = usePictures({ files, onFiles });
  const { rich, text } = written;
  const load = (): void =>
    void loadEditor().then(
      (loaded) => setRichText(() => loaded),
      () => rich && toast("The editor could not be loaded. Reload the page: the text is kept.", "bad"),
    );
  useEffect(() => {
    if (rich && !RichText) load();
  }, [rich === undefined]);
  if (rich && !RichText) return <p class="loading">{t("Loading the editor…")}</p>;
  if (rich && RichText)
    return (
      <div class="field">
        <div class="row between">
          <span class="label">{t(label)}</span>
          <button type="button" class="button quiet small" onClick={() => onChange({ text: wordsOf(rich), rich: undefined })}>
            {t("Plain text")}
          </button>
        </div>
        <RichText
          label={t(label)}
          doc={rich}
          isDisabled={isDisabled}
          takesFocus={begins}
          error={error}
          onChange={(changed) => onChange({ rich: changed })}
          onPicture={pictures.add}
          pictureAt={pictures.at}
        />
      </div>
    );
  return (
    <div class="plain-text">
      <TextArea
        label={label}
        rows={rows}
        value={text}
        error={error}
        onInput={({ currentTarget }) => {
          onChange({ text: currentTarget.value });
          if (!RichText) load();
        }}
      />
      <button
        type="button"
        class="button quiet small"
        onClick={() => {
          setBegins(true);
          onChange({ rich: richOf(text) });
        }}
      >
        {t("Format")}
      </button>
    </div>
  );
};
