import { Editor, type JSONContent, Node } from "@tiptap/core";
import { t } from "../../data/language.ts";
import StarterKit from "@tiptap/starter-kit";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { linkOf, type RichNode } from "./rich-text.ts";

interface RichTextProps {
  readonly label: string;
  /** What it begins with. */
  readonly doc: RichNode;
  readonly onChange: (doc: RichNode) => void;
  /** Takes a picture among the email's files and gives its Content-ID; undefined when it does not fit. */
  readonly onPicture: (file: File) => Promise<string | undefined>;
  /** What a picture of the email shows, by its Content-ID. */
  readonly pictureAt: (cid: string) => string;
  readonly isDisabled: boolean;
  readonly takesFocus: boolean;
  readonly error?: string | undefined;
}

/**
 * A picture in the text: a file of the email, named by its Content-ID. Pictures in pasted HTML are dropped, because they would be loaded from
 * elsewhere.
 */
const pictureNode = (pictureAt: (cid: string) => string) =>
  Node.create({
    name: "picture",
    group: "inline",
    inline: true,
    atom: true,
    draggable: true,
    addAttributes: () => ({ cid: { default: "" }, alt: { default: "" } }),
    renderHTML: ({ HTMLAttributes }) => ["img", { alt: String(HTMLAttributes["alt"]) }],
    addNodeView:
      () =>
      ({ node }) => {
        const dom = document.createElement("img");
        dom.src = pictureAt(String(node.attrs["cid"]));
        dom.dataset["cid"] = String(node.attrs["cid"]);
        dom.alt = String(node.attrs["alt"]);
        return { dom };
      },
  });

const picturesOf = (data: DataTransfer | null): readonly File[] =>
  [...(data?.files ?? [])].filter(({ type }) => /^image\/(?:png|jpeg|gif|webp)$/.test(type));

/** The editor, created once; it reports changes and the formats at the cursor. */
const useEditor = (props: RichTextProps, place: { readonly current: HTMLDivElement | null }) => {
  const latest = useRef(props);
  latest.current = props;
  const [editor, setEditor] = useState<Editor>();
  const [, setMoved] = useState(0);
  const insert = async (into: Editor, files: readonly File[]): Promise<void> => {
    for (const file of files) {
      const cid = await latest.current.onPicture(file);
      if (cid !== undefined)
        into
          .chain()
          .focus()
          .insertContent({ type: "picture", attrs: { cid, alt: file.name } })
          .run();
    }
  };
  useLayoutEffect(() => {
    const taking = (data: DataTransfer | null): boolean => {
      const files = picturesOf(data);
      if (files.length > 0) void insert(made, files);
      return files.length > 0;
    };
    const made: Editor = new Editor({
      element: place.current!,
      extensions: [
        StarterKit.configure({ heading: false, codeBlock: false, link: { openOnClick: false } }),
        pictureNode((cid) => latest.current.pictureAt(cid)),
      ],
      content: props.doc as JSONContent,
      injectCSS: false,
      editorProps: {
        attributes: { role: "textbox", "aria-multiline": "true", "aria-label": props.label, class: "rich" },
        handlePaste: (_, { clipboardData }) => taking(clipboardData),
        handleDrop: (_, { dataTransfer }) => taking(dataTransfer),
      },
      onUpdate: ({ editor: one }) => latest.current.onChange(one.getJSON() as RichNode),
      onTransaction: () => setMoved((n) => n + 1),
    });
    setEditor(made);
    if (props.takesFocus) made.commands.focus("end");
    return () => made.destroy();
  }, []);
  // The files of a stored draft arrive after its text.
  useEffect(() => {
    for (const one of place.current?.querySelectorAll<HTMLImageElement>("img[data-cid]") ?? []) {
      const shown = props.pictureAt(one.dataset["cid"] ?? "");
      if (one.getAttribute("src") !== shown) one.src = shown;
    }
  });
  useEffect(() => editor?.setEditable(!props.isDisabled, false), [editor, props.isDisabled]);
  return { editor, insert };
};

/** Asks for a link's address beside the other buttons. */
const Link = ({ editor }: { readonly editor: Editor }) => {
  const [address, setAddress] = useState<string>();
  const apply = (): void => {
    const href = linkOf(address ?? "");
    const chain = editor.chain().focus().extendMarkRange("link");
    if (href === undefined) chain.unsetLink().run();
    else if (editor.state.selection.empty && !editor.isActive("link"))
      chain.insertContent({ type: "text", text: address!.trim(), marks: [{ type: "link", attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
    setAddress(undefined);
  };
  return (
    <>
      <button
        type="button"
        aria-pressed={editor.isActive("link")}
        onClick={() => setAddress(address === undefined ? String(editor.getAttributes("link")["href"] ?? "") : undefined)}
      >
        {t("Link")}
      </button>
      {address !== undefined && (
        <input
          type="text"
          inputMode="url"
          aria-label={t("Address of the link")}
          placeholder={t("https://…  Enter")}
          value={address}
          ref={(own) => own?.focus()}
          onInput={({ currentTarget }) => setAddress(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") setAddress(undefined);
            if (event.key !== "Enter") return;
            event.preventDefault();
            event.stopPropagation();
            apply();
          }}
        />
      )}
    </>
  );
};

/** A text with bold, links, lists, quotes and pictures. Loaded when somebody begins to write. */
const RichText = (props: RichTextProps) => {
  const place = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLInputElement>(null);
  const { editor, insert } = useEditor(props, place);
  const button = (name: string, mark: string, run: () => void) => (
    <button type="button" aria-pressed={editor?.isActive(mark) ?? false} onClick={run}>
      {t(name)}
    </button>
  );
  return (
    <div class={`rich-text${props.error === undefined ? "" : " wrong"}`}>
      {editor && (
        <div class="toolbar" role="toolbar" aria-label={t("Formatting")}>
          {button("Bold", "bold", () => editor.chain().focus().toggleBold().run())}
          {button("Italic", "italic", () => editor.chain().focus().toggleItalic().run())}
          <Link editor={editor} />
          {button("List", "bulletList", () => editor.chain().focus().toggleBulletList().run())}
          {button("Numbers", "orderedList", () => editor.chain().focus().toggleOrderedList().run())}
          {button("Quote", "blockquote", () => editor.chain().focus().toggleBlockquote().run())}
          <button type="button" onClick={() => picture.current?.click()}>
            {t("Picture")}
          </button>
          <input
            ref={picture}
            type="file"
            hidden
            aria-label={t("A picture for the text")}
            accept="image/png,image/jpeg,image/gif,image/webp"
            onChange={({ currentTarget }) => {
              void insert(editor, [...(currentTarget.files ?? [])]);
              currentTarget.value = "";
            }}
          />
        </div>
      )}
      <div ref={place} />
      {props.error !== undefined && (
        <small class="error" role="alert">
          {props.error}
        </small>
      )}
    </div>
  );
};

export default RichText;
