import { useState } from "preact/hooks";
import type { NewAttachment } from "../../../client/index.ts";
import { t } from "../../data/language.ts";
import { wordsOf } from "../../data/queries.ts";
import { Field } from "../../ui/field.tsx";
import { bytes } from "../../ui/numbers.ts";
import { FILES_BYTES, fileOf, sizeOf, tooLarge } from "../compose/files.ts";

/** The files of an answer: added together up to 3 MB, each removed by its button. */
export const Files = ({
  files,
  error,
  onChange,
}: {
  readonly files: readonly NewAttachment[];
  readonly error: string | undefined;
  readonly onChange: (files: readonly NewAttachment[]) => void;
}) => {
  const [problem, setProblem] = useState<string>();
  // Pictures stand in the text.
  const shown = files.map((file, index) => ({ file, index })).filter(({ file }) => file.content_id === undefined);
  const add = async (input: HTMLInputElement): Promise<void> => {
    const all = [...files, ...(await Promise.all([...(input.files ?? [])].map(fileOf)))];
    input.value = "";
    const size = all.reduce((sum, file) => sum + sizeOf(file), 0);
    setProblem(tooLarge(size));
    if (size <= FILES_BYTES) onChange(all);
  };
  return (
    <>
      <Field
        label="Files"
        type="file"
        multiple
        hint="Up to 20, together 3 MB"
        error={problem ?? error}
        onChange={({ currentTarget }) => void add(currentTarget).catch((failure: unknown) => setProblem(wordsOf(failure)))}
      />
      {shown.length > 0 && (
        <ul class="chips plain" aria-label={t("Files of the answer")}>
          {shown.map(({ file, index }) => (
            <li key={`${index} ${file.name}`} class="chip">
              {file.name} <span class="soft">{bytes(sizeOf(file))}</span>
              <button
                type="button"
                class="icon"
                aria-label={t("Remove {name}", { name: file.name })}
                onClick={() => onChange(files.filter((_, at) => at !== index))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
};
