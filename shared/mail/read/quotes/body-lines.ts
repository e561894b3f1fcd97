import { labelKinds, anyOf, phrasesOf } from "../languages/phrases.ts";
import type { LabelKind } from "../languages/language.ts";
import type { Flow } from "../readable-text.ts";
import type { IsParents, IsParentsLine } from "./parent-words.ts";

/** Parses a header line copied into a body: its kind and value; undefined for any other line. */
export const readLabel = (line: string): { readonly kind: LabelKind; readonly value: string } | undefined => {
  const bare = line
    .slice(0, 300)
    .replaceAll("\u00a0", " ")
    .replace(/^[\s*_>|-]+/, "");
  const colon = bare.slice(0, 40).search(/[:：]/);
  if (colon < 1) return undefined;
  const kind = labelKinds.get(
    bare
      .slice(0, colon)
      .replace(/[*_\s]+$/, "")
      .toLowerCase(),
  );
  return (
    kind && {
      kind,
      value: bare
        .slice(colon + 1)
        .replace(/^[*_\s]+/, "")
        .trim(),
    }
  );
};

/** The kinds of all labels on one line, for headers whose line breaks a mail program dropped: "From: Jane <jane@example.com> Sent: Monday To: …". */
export const labelsWithin = (line: string): readonly LabelKind[] => {
  const found: LabelKind[] = [];
  for (const [, label] of line.slice(0, 500).matchAll(/(?<=^|[\s>\])*])(\p{L}[\p{L}.']{0,15}(?: \p{L}{1,10})?)[*\s]?[:：]/gu)) {
    const kind = labelKinds.get(label!.toLowerCase()) ?? labelKinds.get(label!.toLowerCase().replace(/^\S+ /, ""));
    if (kind) found.push(kind);
  }
  return found;
};

const originalPhrase = new RegExp(`^(?:${anyOf("originalMessage")})$`, "iu");
const forwardPhrase = new RegExp(`^(?:${anyOf("forwardedMessage")})(?:$|[\\s*_]*[-‐–—=_]{2,})`, "iu");
const replyAbove = new RegExp(anyOf("replyAboveThisLine"), "iu");
const replyAboveAlone = new RegExp(`^[^\\p{L}]*(?:${anyOf("replyAboveThisLine")})[^\\p{L}]*$`, "iu");

const longestOriginal = Math.max(...phrasesOf("originalMessage").map(({ length }) => length));
/** Longer than any phrase, with neither a rule nor a colon at its edges: most lines, which need no closer look. */
const isProse = (line: string): boolean =>
  line.length > longestOriginal && /[\p{L}\p{N}]/u.test(line[0]!) && /[\p{L}\p{N}.,;!?]/u.test(line.at(-1)!);

/** ">>> Jane Doe <jane@example.com> 20.11.26 10.15 Uhr >>>" · ">>> On 11/20/2026 at 10:15 AM, in message <id>, Jane wrote:", often wrapped at the id. */
const groupWiseHead = new RegExp(
  `^\\s{0,3}>>>\\s.{2,200}\\d[:.]\\d\\d(?:.{0,40}\\s>>>|.{0,40}\\s(?:${anyOf("inMessage")})(?:\\s?<[^<>]{1,200}>[,:].{0,200})?)\\s*$`,
  "i",
);

/** Whether a line is GroupWise's line above the answered message, which has no other marks. */
export const isGroupWiseHead = (line: string): boolean => line.length <= 600 && line.includes(">>>") && groupWiseHead.test(line);

/** How a line separates a message from the one that it answers or forwards; `weak-original` counts only with a copied header below it. */
export type Marker = "original" | "weak-original" | "forward" | "reply-above" | undefined;

/** Reads a dividing line: a known phrase alone on it, between rules or with a colon. */
export const readMarker = (line: string): Marker => {
  if (line.length > 600 || line.trim() === "" || isProse(line)) return undefined;
  if (line.length < 80 && replyAboveAlone.test(line)) return "reply-above";
  if (/^[\s>*]*(?:[-#=_*~]{2,}|\[)|(?<![-#=_*~])[-#=_*~]{2,}\s*$/.test(line) && replyAbove.test(line)) return "reply-above";
  if (isGroupWiseHead(line)) return "original";
  const bare = line.replace(/^[\s*_>|]+/, "");
  const core = bare.replaceAll("İ", "i").replace(/^[-‐–—=_*\s]+/, "");
  const ruled = /^(?:[-‐–—=_]{2}|- )/.test(bare);
  if ((ruled || /[:：][\s*_]*$/.test(core)) && forwardPhrase.test(ruled ? trimEnd(core, true) : trimEnd(core, false))) return "forward";
  const between = ruled ? (/^(.{4,40}?)[-‐–—=_*\s]{3,80}(?=\p{L})/u.exec(core)?.[0] ?? "") : "";
  if (originalPhrase.test(trimEnd(between, true)) && readLabel(core.slice(between.length))) return "original";
  if (!originalPhrase.test(trimEnd(core, true))) return undefined;
  return ruled ? "original" : "weak-original";
};

/** Removes the colon, emphasis and, where asked, the rule at the end. */
const trimEnd = (phrase: string, rule: boolean): string => {
  let end = phrase.length;
  while (end > 0 && (rule ? "-‐–—=_*:： \t\u00a0" : "*_:： \t\u00a0").includes(phrase[end - 1]!)) end--;
  return phrase.slice(0, end);
};

/** A line that consists of rule characters, as above a header block. */
export const isRule = (line: string): boolean => {
  return /^[\s>*]*[-_=*#~‐–—]{3,}[\s*]*$/.test(line);
};

/** How an element marks the answered message, by its attributes. */
export type QuoteRole =
  /** All of its content is quoted. */
  | "quoted"
  /** A blockquote with any style or class. */
  | "styled-blockquote"
  /** Gmail's wrapper of attribution and quotes; text between the quotes is new. */
  | "gmail"
  /** Gmail's blockquote, which Gmail also uses for passages that the author indents. */
  | "gmail-blockquote"
  /** A blockquote without a mail program's mark: the answered message, or a citation by the author. */
  | "bare-blockquote"
  /** Everything from here to the end is the answered message. */
  | "cut"
  /** The same, but only when a copied header follows: authors also use such a rule, or write below the mark. */
  | "cut-above-header"
  | undefined;

/** Class names, matched at the end of a class, because web mailers put prefixes before those of quoted mail (`x_gmail_quote`, `m_12gmail_quote`). */
const quotedClasses =
  /(?:^|[\s_-]|ecx|\d)(?:yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra|moz-cite-prefix|gmail_attr|freshdesk_quote|sh-quoted-content|missive_quote|nylas-quote|quoted-text|quoted_text|mailbird-quote|front-blockquote|airmail_on|hs_reply|quotedtext|quote-content|originalmessage|mail-quote|iosymail|cite-prefix|im_quote|reply-intro|msg-quote|mb_reply|ik_mail_quote|skiff-mail-quote|yandex-quote|reply-quote)(?:\s|$)/i;
const cutClasses = /(?:^|[\s_-])(?:outlookmessageheader|ms-outlook-mobile-reference-message|reference-message)(?:\s|$)/i;
const quotedIds =
  /^(?:x_)*(?:olk_src_body_section|yahoo_quoted_?\w*|reply-intro|fsreplyabove|isreplycontent|quoted-?(?:text|content|message)|quote-content|originalmessage|mail-quote|origbody|original-?content)$/i;
const cutIds =
  /^(?:x_|ec_|m_-?\d+)*(?:divrplyfwdmsg|stopspelling|replysplit|mail-editor-reference-message-container|ms-outlook-mobile-reference-message|ms-outlook-mobile-body-separator-line|zwchr|reply-separator|replyforwardseparator)$/i;
const appendId = /^(?:x_|ec_|m_-?\d+)*appendonsend$/i;
const quotedNames = /^(?:quote|messagereplysection|replysection)$/i;
/** The rule that Outlook and Windows Mail put above the header of the old message, the same in every language. */
const outlookRule =
  /border-top(?:-color)?:[^;]{0,200}(?:#(?:b5c4df|e1e1e1)|rgb\((?:181, ?196, ?223|225, ?225, ?225|229, ?229, ?229)\))|border-style: ?solid none none;[^"]{0,500}border-color: ?(?:#(?:b5c4df|e1e1e1)|rgb\((?:181, ?196, ?223|225, ?225, ?225)\))/i;
/** An indentation, which Apple Mail and Gmail write as a blockquote without a border. */
const indent = /border(?:-left)?:\s?(?:none|medium none|0)\b|margin:\s?0(?:px)? 0(?:px)? 0(?:px)? 40px/i;

/** The role of an open tag, from its name and attributes. */
export const quoteRole = (name: string, attributes: ReadonlyMap<string, string>): QuoteRole => {
  const classes = attributes.get("class") ?? "";
  const id = attributes.get("id") ?? "";
  const style = attributes.get("style") ?? "";
  if (cutIds.test(id) || cutClasses.test(classes)) return "cut";
  if (appendId.test(id) || (name === "div" && outlookRule.test(style))) return "cut-above-header";
  if (name === "blockquote") {
    if (/gmail_quote(?:\s|$)/i.test(classes)) return "gmail-blockquote";
    if (indent.test(style) && attributes.get("type") !== "cite") return undefined;
    // a web page that the writer cites (HTML Standard, 4.4.4)
    if (/^https?:/i.test(attributes.get("cite") ?? "") && attributes.get("type") !== "cite") return undefined;
    if (attributes.get("type") === "cite" || attributes.has("cite") || quotedClasses.test(classes) || quotedIds.test(id)) return "quoted";
    return ["type", "class", "id", "style"].some((name) => attributes.has(name)) ? "styled-blockquote" : "bare-blockquote";
  }
  if (/gmail_quote(?:_container)?(?:\s|$)/i.test(classes)) return "gmail";
  if (quotedClasses.test(classes) || quotedIds.test(id) || quotedNames.test(attributes.get("name") ?? "")) return "quoted";
  return undefined;
};

/** The maximum of lines of a body that are read; later lines are kept or dropped like the last one read. */
export const MAX_LINES = 10_000;

/**
 * A line of a message body. `quoted` and `cutsHere` come from markup (a blockquote, a mail program's reply container); in plain text only `>` marks a
 * quote.
 */
export interface BodyLine {
  readonly text: string;
  readonly quoted: boolean;
  readonly cutsHere: boolean;
  /** Whether a mail program's specific mark shows that it is quoted. */
  readonly certain?: boolean;
}

/** What is kept of a line: nothing, all of it, or the text before an attribution on the same line. */
export type Kept = boolean | string;

/** What is known of the mail besides its body; when all fields are absent, it is treated as an answer. */
export interface StripOptions {
  /** True when the subject is that of a forward ("Fwd: …"); Outlook's forwards and answers have the same body. */
  readonly forward?: boolean;
  /** True when the mail answers nothing: only quotes that are certain are dropped. */
  readonly first?: boolean;
  /** Present when the text is format=flowed. */
  readonly flow?: Flow;
  /** The mail's subject by `bareSubject`; "" or absent when not known. */
  readonly subject?: string;
  /** Compares lines with the answered message; absent when that is not known. */
  readonly isParents?: IsParents;
  /** Compares a single line with the answered message; absent when answers inside a quote are not looked for. */
  readonly isParentsLine?: IsParentsLine;
  /**
   * True when nothing shows whether the mail answers or forwards. A copied header at the very top is then kept, because the mail has nothing else.
   */
  readonly unclear?: boolean;
}

/** The line being read, with the values that the rules need. */
export interface Here extends StripOptions {
  readonly lines: readonly BodyLine[];
  readonly texts: readonly string[];
  readonly kept: readonly Kept[];
  readonly at: number;
  readonly line: BodyLine;
  readonly marker: Marker;
  /** The index of the first line, from this one on, that is neither empty nor a rule. */
  readonly shown: number;
  /** The index of the next line that is not empty. */
  readonly below: number;
  /** The index of the first kept line that is no rule; Infinity before there is one. */
  readonly firstNew: number;
  /** The index of the line that an attribution above introduced as a quote. */
  readonly introduced: number;
  /** Whether a quote above was dropped. */
  readonly belowQuote: boolean;
  /** The index of the last line that certainly starts a quote; -1 for none. */
  readonly lastQuote: () => number;
}

/** The decision of a rule: keep the rest, drop the rest, or drop these lines and continue below them. */
export type Decision =
  | { readonly keepRest: true }
  | { readonly cutFrom: number; readonly from: number; readonly before?: string; readonly certain: boolean }
  | { readonly drop: readonly [from: number, end: number]; readonly before?: string; readonly next: number; readonly introduced?: number };

/** The end of a run of quoted lines; empty lines inside it, and the ends of links that a mail program wrapped out of the quote, belong to it. */
export const quotedRunEnd = (lines: readonly BodyLine[], start: number): number => {
  let end = start + 1;
  for (let i = end; i < lines.length; i++) {
    const { text, quoted } = lines[i]!;
    if (quoted) end = i + 1;
    else if (text.trim() !== "" && !isWrappedLink(lines, i)) break;
  }
  return end;
};

const isWrappedLink = (lines: readonly BodyLine[], at: number): boolean => {
  if (!lines[at + 1]?.quoted || !lines[at - 1]?.quoted) return false;
  const above = lines[at - 1]!.text;
  return /^\s*\(?<?https?:\/\/\S{1,500}\s*>?$/.test(lines[at]!.text) || /[(<]https?:\/\/[^\s)>]{1,500}$/.test(above);
};
