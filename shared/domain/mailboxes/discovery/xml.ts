/** An element; `type` is its attribute of that name. */
export interface XmlElement {
  readonly name: string;
  readonly type: string;
  readonly text: string;
  readonly children: readonly XmlElement[];
}

interface OpenElement extends XmlElement {
  text: string;
  readonly children: OpenElement[];
}

const markup = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
  ["<", ">"],
] as const;

/**
 * Reads a small XML document in linear time, without recursion. There are no entities but the five of XML and numbers, and no DTD: a document with one
 * is refused, like one that is not well-formed; undefined then. Attributes other than `type` are skipped.
 */
export const readXml = (text: string): XmlElement | undefined => {
  const top = element("");
  const open = [top];
  for (let at = 0; at < text.length;) {
    const next = text.indexOf("<", at);
    if (next < 0) break;
    const parent = open.at(-1);
    const [begin, end] = markup.find(([start]) => text.startsWith(start, next)) ?? markup[3];
    const close = text.indexOf(end, next + begin.length);
    if (!parent || close < 0) return undefined;
    const inside = text.slice(next + begin.length, close);
    parent.text += plain(text.slice(at, next)) + (begin === "<![CDATA[" ? inside : "");
    if (begin === "<" && !take(inside, open)) return undefined;
    at = close + end.length;
  }
  return open.length === 1 && top.children.length === 1 ? top.children[0] : undefined;
};

const element = (name: string, type = ""): OpenElement => ({ name, type, text: "", children: [] });

/** Opens or closes an element by what stands between `<` and `>`; false when that is no tag, or not the one that is open. */
const take = (inside: string, open: OpenElement[]): boolean => {
  if (inside.startsWith("/")) return open.length > 1 && open.pop()?.name === inside.slice(1).trimEnd();
  const isEmpty = inside.endsWith("/");
  const name = /^[\w:.-]+(?=[\s/]|$)/.exec(inside)?.[0];
  if (name === undefined || inside.includes("<")) return false;
  const opened = element(name, /\stype=["']([\w-]*)["']/.exec(inside)?.[1]);
  open.at(-1)?.children.push(opened);
  if (!isEmpty) open.push(opened);
  return true;
};

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** A reference to any other entity stays as it is written. */
const plain = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|([a-z]{2,4}));/g, (written, decimal?: string, hex?: string, name = "") => {
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    if (code <= 0x10ffff) return String.fromCodePoint(code);
    return named[name] ?? written;
  });
