// The words that the console shows, read from its sources: what it looks up in its dictionaries, and what it shows past them.
import { parseSync } from "@swc/core";

type Node = { readonly type?: string } & Readonly<Record<string, unknown>>;

/** What a source shows: words that are looked up, and words that stand past the dictionaries. */
export interface Shown {
  readonly asked: readonly string[];
  readonly unasked: readonly string[];
}

/** Names and signs that are the same in every language. */
const NAMES =
  /^(?:Email service|HTML|SMTP|IMAP|DKIM|SPF|DMARC|DNS|STARTTLS|Google|Outlook|CRM|Yahoo|Fastmail|Zoho|Jane Miller|Re:|Jane Doe <.*>|[a-z]+\.example\.com|·.*|×)$/;
/** Selectors, media and fonts, which look like words. */
const CODE = /^(?:aàá.*|\d+px .*|\(prefers-.*|a\[href\].*|a, button,.*|script, style,.*|\.narrow-down .*|<blockquote .*|<img .*|Escape)$/;
/** Attributes that nobody reads. */
const UNREAD =
  /^(?:class|href|rel|target|d|viewBox|name|type|id|for|key|role|sandbox|kind|tone|accept|list|form|colour|as|inputMode|auto[Cc]omplete|referrerpolicy|loading|popover|scope|aria-(?:live|haspopup|autocomplete|describedby|labelledby|controls|current|hidden|invalid|pressed|expanded|modal|multiline)|src|pattern|width|popoverTarget|way|size|class|spellcheck)$/;
const LETTERS = /\p{L}{2}/u;
/** What reads as words: a capital before small letters, or two words after one another. */
const isWords = (text: string): boolean => /^\p{Lu}\p{Ll}/u.test(text) || /\p{L}{2,}[,:;]? \p{L}{2,}/u.test(text);
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;
const nameOf = (node: unknown): string => (isNode(node) && typeof node["value"] === "string" ? node["value"] : "");

/** The literals of an argument, also where one of several is chosen. */
const literalsOf = (node: unknown): readonly string[] => {
  if (!isNode(node)) return [];
  if (node.type === "StringLiteral") return [String(node["value"])];
  if (node.type === "ConditionalExpression") return [...literalsOf(node["consequent"]), ...literalsOf(node["alternate"])];
  if (node.type === "BinaryExpression") return literalsOf(node["right"]);
  return node.type === "ParenthesisExpression" ? literalsOf(node["expression"]) : [];
};

/** The words of a call of `t`, `mixed` or `count`; undefined for any other call. */
const askedBy = (node: Node): readonly string[] | undefined => {
  const [first, second, third] = (node["arguments"] as readonly { readonly expression: unknown }[]).map(({ expression }) => expression);
  const callee = nameOf(node["callee"]);
  if (callee === "t" || callee === "mixed") return literalsOf(first);
  const [one] = literalsOf(second);
  if (callee !== "count" || one === undefined) return undefined;
  return [`{n} ${one}`, ...(third === undefined ? [`{n} ${one}s`] : literalsOf(third).map((several) => `{n} ${several}`))];
};

/** Parts that look up a text that is all they hold. */
const LOOKS_UP = new Set(["Button", "LinkButton", "Empty"]);

/** A text between tags as JSX reads it: lines without their indent, a space between them. */
const joined = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");

/** Reads what a source of the console shows; `isJsx` for a .tsx. */
export const shownBy = (source: string, isJsx: boolean): Shown => {
  const [asked, unasked]: [string[], string[]] = [[], []];
  const isShown = (text: string): boolean => LETTERS.test(text.replaceAll(/\{\w+\}/g, "")) && !NAMES.test(text.trim()) && !CODE.test(text);
  const note = (text: string): void => void (isShown(text) && asked.push(text));
  const attribute = (node: Node, element: string): void => {
    const [name, value] = [nameOf(node["name"]), node["value"]];
    if (UNREAD.test(name)) return;
    const text = isNode(value) && value.type === "StringLiteral" ? String(value["value"]) : "";
    if (!LETTERS.test(text) || NAMES.test(text) || /^\S*[/@.=]\S*$|^email,/.test(text)) return visit(value);
    // The console's own parts look up what they are given; the browser's elements do not.
    (/^[a-z]/.test(element) ? unasked : asked).push(text);
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!isNode(node)) return;
    switch (node.type) {
      case "ImportDeclaration":
      case "TsTypeAnnotation":
      case "TsInterfaceDeclaration":
      case "TsTypeAliasDeclaration":
      case "TsTypeParameterInstantiation":
      case "TsLiteralType":
        return;
      case "JSXElement": {
        const held = (node["children"] as readonly Node[]).filter(({ type, value }) => type !== "JSXText" || String(value).trim() !== "");
        visit(node["opening"]);
        if (LOOKS_UP.has(nameOf((node["opening"] as Node)["name"])) && held.length === 1 && held[0]!.type === "JSXText")
          return note(joined(String(held[0]!["value"])));
        return visit(held);
      }
      case "JSXText":
        if (LETTERS.test(String(node["value"])) && !NAMES.test(String(node["value"]).trim())) unasked.push(String(node["value"]).trim());
        return;
      case "JSXOpeningElement": {
        const element = nameOf(node["name"]);
        for (const one of node["attributes"] as readonly Node[])
          if (one.type === "JSXAttribute") attribute(one, element);
          else visit(one);
        return;
      }
      case "CallExpression": {
        const words = askedBy(node);
        words?.forEach(note);
        if (words === undefined || words.length === 0) visit(node["callee"]);
        (node["arguments"] as readonly { readonly expression: unknown }[]).slice(words === undefined ? 0 : 1).forEach(({ expression }) => {
          if (words === undefined || !literalsOf(expression).length) visit(expression);
        });
        return;
      }
      case "BinaryExpression":
        // What is compared is a key's name or a value; `??` and `||` give what shows instead.
        if (!["??", "||", "&&", "+"].includes(String(node["operator"]))) return;
        break;
      case "KeyValueProperty":
        return visit(node["value"]);
      case "TemplateLiteral":
        for (const { raw } of node["quasis"] as readonly { readonly raw: string }[])
          if (/\p{L}{2,} \p{L}{2,}|^\p{Lu}\p{Ll}+ $/u.test(raw) && isShown(raw)) unasked.push(raw);
        return visit(node["expressions"]);
      case "StringLiteral":
        if (isWords(String(node["value"]))) note(String(node["value"]));
        return;
      default:
    }
    for (const [name, value] of Object.entries(node)) if (name !== "span" && name !== "typeAnnotation") visit(value);
  };
  visit(parseSync(source, { syntax: "typescript", tsx: isJsx, target: "es2024" }).body);
  return { asked, unasked };
};
