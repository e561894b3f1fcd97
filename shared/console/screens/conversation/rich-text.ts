/** A formatted text as the editor keeps it (ProseMirror's JSON): what a draft stores. */
export interface RichNode {
  readonly type?: string | undefined;
  readonly text?: string | undefined;
  readonly attrs?: Readonly<Record<string, unknown>> | undefined;
  readonly marks?: readonly { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> | undefined }[] | undefined;
  readonly content?: readonly RichNode[] | undefined;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** A text among what a node carries; "" for anything else. */
const attribute = (attrs: RichNode["attrs"], name: string): string => {
  const value = attrs?.[name];
  return typeof value === "string" ? value : "";
};

/** An address that a link may have; undefined for any other, such as a script. Without a scheme it is a web address. */
export const linkOf = (given: string): string | undefined => {
  const text = given.trim();
  const whole = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
  if (text === "" || !URL.canParse(whole)) return undefined;
  const { protocol, href } = new URL(whole);
  return ["https:", "http:", "mailto:", "tel:"].includes(protocol) ? href : undefined;
};

/** A Content-ID that the editor gave; undefined for anything else. */
const pictureId = (value: unknown): string | undefined =>
  typeof value === "string" && /^[\w.-]{1,60}@inline$/.test(value) ? value : undefined;

/** Marks as elements, the outermost first; what is no mark of ours leaves its text. */
const markTags: Readonly<Record<string, string>> = { bold: "strong", italic: "em", underline: "u", strike: "s", code: "code" };

const wrapped = (html: string, { type, attrs }: NonNullable<RichNode["marks"]>[number]): string => {
  const href = type === "link" ? linkOf(attribute(attrs, "href")) : undefined;
  if (href !== undefined) return `<a href="${escaped(href)}">${html}</a>`;
  const tag = markTags[type];
  return tag === undefined ? html : `<${tag}>${html}</${tag}>`;
};

const blocks: Readonly<Record<string, readonly [open: string, close: string]>> = {
  paragraph: ["<p>", "</p>"],
  heading: ["<h3>", "</h3>"],
  bulletList: ["<ul>", "</ul>"],
  orderedList: ["<ol>", "</ol>"],
  listItem: ["<li>", "</li>"],
  blockquote: ['<blockquote style="margin:0 0 0 8px;padding-left:10px;border-left:2px solid #ccd">', "</blockquote>"],
  codeBlock: ["<pre>", "</pre>"],
};

/** The HTML to send: built from known elements only, so that nothing that was pasted gets into it. Pictures are files of the email (`cid:`). */
export const htmlOf = ({ type = "", text, attrs, marks = [], content = [] }: RichNode): string => {
  if (type === "text") return marks.reduceRight(wrapped, escaped(text ?? ""));
  if (type === "hardBreak") return "<br>";
  if (type === "horizontalRule") return "<hr>";
  if (type === "picture") {
    const id = pictureId(attribute(attrs, "cid"));
    return id === undefined ? "" : `<img src="cid:${id}" alt="${escaped(attribute(attrs, "alt"))}" style="max-width:100%">`;
  }
  const inner = content.map(htmlOf).join("");
  const [open = "", close = ""] = blocks[type] ?? [];
  return `${open}${type === "paragraph" && inner === "" ? "<br>" : inner}${close}`;
};

/** The Content-IDs of its pictures. */
export const picturesIn = ({ type, attrs, content = [] }: RichNode): readonly string[] => [
  ...(type === "picture" ? [pictureId(attribute(attrs, "cid")) ?? ""] : []),
  ...content.flatMap(picturesIn),
];

/** Its words alone, paragraphs by an empty line. */
export const wordsOf = (node: RichNode): string => {
  if (node.type === "text") return node.text ?? "";
  if (node.type === "hardBreak") return "\n";
  const parts = (node.content ?? []).map(wordsOf);
  return node.type === "paragraph" || node.type === "heading" ? parts.join("") : parts.join("\n\n");
};

/** A plain text as a formatted one: a paragraph for each block of lines. */
export const richOf = (text: string): RichNode => ({
  type: "doc",
  content: text.split(/\n{2,}/).map((block) => ({
    type: "paragraph",
    content: block
      .split("\n")
      .flatMap((line, at) => [...(at > 0 ? [{ type: "hardBreak" }] : []), ...(line === "" ? [] : [{ type: "text", text: line }])]),
  })),
});

/** Whether it is empty: no word and no picture. */
export const isBlank = (node: RichNode): boolean => wordsOf(node).trim() === "" && picturesIn(node).length === 0;
