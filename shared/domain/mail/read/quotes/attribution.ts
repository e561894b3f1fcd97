import { attributionOpening, attributionVerb, dateOpening, quotingOpening } from "./attribution-words.ts";
import { withoutInvisible } from "./invisible.ts";

/** How sure a line is to introduce a quote: `weak` only counts when a quoted line or a header block follows. */
export type Certainty = "strong" | "weak";

/** An attribution that ends at a given line: the line it starts on, and what stands before it on that line ("" when nothing). */
export interface Attribution {
  readonly start: number;
  readonly before: string;
  readonly certainty: Certainty;
}

/** Mail programs wrap the line over at most this many. */
const MAX_LINES = 4;
const MAX_LENGTH = 500;
const email = /[^\s<>()[\]"',;:]{1,64}@[^\s<>()[\]"',;:]{1,255}/;
const time = /\d{1,2} ?[:.h時时點点시] ?\d{2}|\d{1,2} ?(?:[ap]\.? ?m\b|uhr\b|h\b|時|点)|GMT|klo |kl\. /i;
const shortDate = /\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|(?:19|20)\d\d|\d{1,2}(?:\.|st|nd|rd|th|de)? \p{L}{3,}/u;
/** At most two words, and no sentence ends between. */
const endsSoon = /^[^\s.!?]{0,20}(?: [^\s.!?]+){0,2} ?$/;
const closing = /[:：][\s*_"'»”>-]*$/;

/** Finds the attribution ("On …, Jane wrote:") that ends at line `end` of `lines`, wrapped or not. */
export const attributionEndingAt = (lines: readonly string[], end: number): Attribution | undefined => {
  const last = withoutQuoteBehind(lines[end]!);
  if (last.length > MAX_LENGTH || last.trim() === "" || !mayEnd(clean(last))) return undefined;
  const single = onLine(last, end);
  if (single && (single.before !== "" || (single.certainty === "strong" && isOpening(clean(last)) && /\d/.test(last)))) return single;
  return wrapped(lines, end, single?.certainty === "strong") ?? single;
};

/** Up to the colon of "On …, Jane <jane@example.com> wrote: > Shall we meet?", where a program lost the line break. */
const withoutQuoteBehind = (line: string): string => {
  const head = line.slice(0, MAX_LENGTH);
  const verb = head.includes("@") ? attributionVerb.exec(head) : null;
  const colon = verb && /^ ?[:：](?=\s*\S)/.exec(head.slice(verb.index + verb[0].length));
  if (!verb || !colon) return line;
  const whole = head.slice(0, verb.index + verb[0].length + colon[0].length);
  const opening = clean(whole.slice(insideLine(whole) ?? 0));
  return isOpening(opening) && time.test(opening) && email.test(opening) ? whole : line;
};

/** Looks upwards for the line that the attribution begins on; below a line that could stand alone only when that one looks broken off. */
const wrapped = (lines: readonly string[], end: number, standsAlone: boolean): Attribution | undefined => {
  let joined = clean(lines[end]!);
  for (let start = end - 1; start >= 0 && start > end - MAX_LINES; start--) {
    const line = lines[start]!;
    if (line.trim() === "" || line.length > MAX_LENGTH) return undefined;
    const head = clean(line);
    const names = beginsName(head, joined);
    if (standsAlone && start === end - 1 && !names && !isBrokenOff(head)) return undefined;
    // a mail address that was broken off after "<" belongs together
    joined = head.endsWith("<") ? head + joined : `${head} ${joined}`;
    if (joined.length > MAX_LENGTH) return undefined;
    const begins = names || isOpening(head) || email.test(head) || attributionVerb.test(head);
    const found = begins ? certaintyOf(joined) : undefined;
    if (found && (isOpening(head) || !isOpeningAbove(lines, start, end))) return { start, before: "", certainty: found };
    const inside = insideLine(line);
    const rest = inside === undefined ? undefined : certaintyOf(clean(`${line.slice(inside)} ${joined.slice(head.length + 1)}`));
    if (inside !== undefined && rest) return { start, before: line.slice(0, inside).replace(/[-\s]+$/, ""), certainty: rest };
  }
  return undefined;
};

/** Whether a line goes on below: it ends with a bracket or comma, is as long as lines get, or has the date and time of an attribution. */
const isBrokenOff = (head: string): boolean =>
  /[<,]$/.test(head) || head.length >= 40 || (isOpening(head) && (time.test(head) || shortDate.test(head)) && !/[.!?:]$/.test(head));

/** Whether a line ends with the start of a name whose rest and address begin the line below: "Jane" above "Doe <jane@example.com>". */
const beginsName = (head: string, below: string): boolean => {
  const name = isOpening(head) ? head.slice(-60) : head;
  if (head.endsWith("<")) return email.test(below.slice(0, 330));
  if (/[.!?:;]$/.test(name) || (!isOpening(head) && !isNameLike(name))) return false;
  if (/^\(?<[^\s<>@]{1,64}@/.test(below)) return true;
  const [, local = ""] = /^\S{1,40} \(?<([^\s<>@]{1,64})@/.exec(below) ?? [];
  const first = name.slice(name.lastIndexOf(" ") + 1).replace(/[^\p{L}\p{N}]/gu, "");
  return first.length > 1 && local.toLowerCase().includes(first.toLowerCase());
};

/** At most five words, each with a capital or in a script without capitals, as names are; a rule may stand before them. */
const isNameLike = (text: string): boolean => {
  const parts = text.replace(/^-+/, "").split(" ");
  return (
    parts.length <= 5 && parts.every((part) => /^["'“(]?(?:[\p{Lu}\p{Lo}]|(?:van|der|den|de|da|di|du|von|la|le|del|bin|al)$)/u.test(part))
  );
};

/** Whether the line above, still within reach, opens the attribution instead. */
const isOpeningAbove = (lines: readonly string[], start: number, end: number): boolean => {
  const above = lines[start - 1];
  return (
    above !== undefined &&
    above.trim() !== "" &&
    above.length <= MAX_LENGTH &&
    start - 1 > end - MAX_LINES &&
    isOpening(clean(above)) &&
    /\d/.test(above)
  );
};

const onLine = (line: string, start: number): Attribution | undefined => {
  const inside = insideLine(line);
  const rest = inside === undefined ? undefined : certaintyOf(clean(line.slice(inside)));
  if (rest === "strong") return { start, before: line.slice(0, inside).replace(/[-\s]+$/, ""), certainty: rest };
  const certainty = certaintyOf(clean(line));
  return certainty && { start, before: "", certainty };
};

/** What a line has of an attribution. */
interface Features {
  readonly line: string;
  /** begins with "On", "Am", … and a number, or with a date */
  readonly opens: boolean;
  /** ends with a colon */
  readonly closes: boolean;
  readonly verb: boolean;
  readonly beforeVerb: string;
  readonly afterVerb: string;
  readonly address: string;
  readonly beforeAddress: string;
  readonly afterAddress: string;
  readonly time: boolean;
  readonly date: boolean;
}

/** Each names one way to write the line; any of them is enough whatever stands below. */
const strongForms: readonly ((f: Features) => boolean)[] = [
  // On 20 Nov 2026 at 10:15, Jane wrote:
  (f) => f.opens && f.verb && f.closes && (f.time || (f.date && f.address !== "")),
  (f) => f.opens && f.verb && f.closes && /\d{4}|\d[./-]\d/.test(f.line) && words(f.line) <= 16 && !/\bsent ?:/i.test(f.line),
  // Jane Doe hat am 20.11.2026 10:15 geschrieben:
  (f) => f.verb && f.closes && f.afterVerb === "" && f.time && /\d{4}|\d[./-]\d/.test(f.line) && words(f.line) <= 9,
  // Quoting Jane Doe <jane@example.com>:
  (f) => f.closes && f.address !== "" && quotingOpening.test(f.line) && words(f.line) <= 8,
  // the same without its colon
  (f) => f.opens && f.verb && f.afterVerb === "" && f.time && f.address !== "",
  // 20.11.2026, 10:15, Jane <jane@example.com>:
  (f) => f.opens && f.closes && f.time && f.date && f.address !== "" && isNearEnd(f.afterAddress),
  // whatever the language: an address in brackets, a date and a time, and a colon at the end
  (f) =>
    f.closes &&
    f.time &&
    f.date &&
    /[<([]\s?[^\s<>()]{1,64}@[^\s<>()]{1,255}\s?[>)\]]/.test(f.line) &&
    isNearEnd(f.afterAddress) &&
    words(f.line) <= 20,
  // Jane Doe <jane@example.com> wrote:
  (f) =>
    f.verb &&
    f.closes &&
    f.beforeVerb.includes("@") &&
    words(f.beforeAddress) <= 6 &&
    endsSoon.test(f.beforeVerb.slice(f.beforeVerb.indexOf(f.address) + f.address.length)) &&
    words(f.afterVerb) <= 8,
  // Jane Doe/Corp wrote on 11/20/2026 10:15:22 AM:
  (f) => f.verb && f.closes && f.time && /\d{4}|\d[./-]\d/.test(f.afterVerb) && words(f.beforeVerb) <= 6 && words(f.afterVerb) <= 7,
  // 2026-11-20 10:15 GMT+01:00 Jane Doe
  (f) =>
    /^\d{4}-\d{2}-\d{2} \d{1,2}:\d{2} GMT[+-]\d{1,2}:\d{2} \S/.test(f.line) && (f.closes || (f.line.length < 100 && !f.line.endsWith("<"))),
  // ---- Jane Doe wrote ----
  (f) => /^-{2}.*[^-]-{2,}$/.test(f.line) && f.verb && f.line.length < 200,
];

/** Whether only the time, or next to nothing, stands between the address and the end. */
const isNearEnd = (afterAddress: string): boolean => {
  return endsSoon.test(afterAddress) || time.test(afterAddress);
};

/** These count only above a quote. */
const weakForms: readonly ((f: Features) => boolean)[] = [
  (f) => f.opens && f.verb && f.date && (f.closes || (f.time && words(f.line) <= 14)),
  // 2026/11/20 Jane Doe <jane@example.com>
  (f) => dateOpening.test(f.line) && f.address !== "" && /@[^\s]+>?$/.test(f.line),
  // Jane wrote: · Jane wrote (20 Nov 2026):
  (f) => f.verb && f.closes && (f.afterVerb === "" || (f.date && words(f.afterVerb) <= 6)) && words(f.line) <= 8 && f.line.length <= 100,
  (f) => f.closes && quotingOpening.test(f.line) && words(f.line) <= 8,
  // 2026-11-20 10:15, Jane Doe:
  (f) => f.closes && f.time && /^\d{1,4}[.\-/]\d{1,2}[.\-/]\d/.test(f.line) && words(f.line) <= 8,
];

/** Who says "On 16 November I wrote:" tells a story himself; "you wrote" is a program's. */
const speaksOfHimself = ({ beforeVerb, afterVerb, address }: Features): boolean =>
  address === "" &&
  (/(?<!\S)(?:i|we|ik|wij|jag|jeg|io|yo|j'ai|nous avons) $/i.test(beforeVerb) || /^(?:ich|wir|ik|wij|jag|jeg)(?!\S)/i.test(afterVerb));

/** Whether a whole, unwrapped line is an attribution, and how surely. */
const certaintyOf = (line: string): Certainty | undefined => {
  const features = featuresOf(line);
  if (strongForms.some((form) => form(features))) return speaksOfHimself(features) ? "weak" : "strong";
  return weakForms.some((form) => form(features)) ? "weak" : undefined;
};

const featuresOf = (line: string): Features => {
  const verb = attributionVerb.exec(line);
  const address = line.includes("@") ? email.exec(line) : null;
  return {
    line,
    opens: isOpening(line) && /\d/.test(line.slice(0, 60)),
    closes: closing.test(line),
    verb: verb !== null,
    beforeVerb: verb ? line.slice(0, verb.index) : "",
    afterVerb: verb
      ? line
          .slice(verb.index + verb[0].length)
          .replace(closing, "")
          .trim()
      : "",
    address: address?.[0] ?? "",
    beforeAddress: address ? line.slice(0, address.index) : "",
    afterAddress: address ? line.slice(address.index + address[0].length) : "",
    time: time.test(line),
    date: shortDate.test(line),
  };
};

/** A rule may stand before: "---- On Friday, Jane wrote ----". */
const isOpening = (line: string): boolean => {
  const bare = line.startsWith("--") ? line.replace(/^-+ ?/, "") : line;
  return attributionOpening.test(bare) || dateOpening.test(bare);
};

/** Cheap test before the look back. */
const mayEnd = (line: string): boolean => {
  return closing.test(line) || attributionVerb.test(line) || /@[^\s]+>?$/.test(line) || /GMT[+-]\d/.test(line);
};

/** Where an English attribution starts inside a line that begins with the reply itself. */
const insideLine = (line: string): number | undefined => {
  const found = /(?:\s|-{3}\s?)(?=On (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}, )/.exec(line.slice(0, MAX_LENGTH));
  return found && found.index > 0 ? found.index + found[0].length : undefined;
};

/** Without quote marks, emphasis and direction marks, digits of other scripts as ASCII, one space between words. */
const clean = (line: string): string => {
  const cut = line.slice(0, MAX_LENGTH + 1);
  // Most lines are plain: each step is only taken where it can change something.
  const single = needsFolding.test(cut) ? folded(cut) : cut;
  const spaced = single.indexOf("@") === single.lastIndexOf("@") ? single : withoutDoubles(single);
  const open = spaced.replace(/^[\s>*_|]+(?=\S)|^- (?=\S)/g, "");
  return /[\s*_]$/.test(open) ? open.replace(/(?<=\S)[\s*_]+$/g, "") : open;
};

/**
 * With each address once: Exchange writes one that was a link as "jane@example.com<mailto:jane@example.com>" where it makes text of html, and
 * who has no name is "jane@example.com <jane@example.com>".
 */
const withoutDoubles = (line: string): string =>
  line
    .replace(/(@[^\s<>@]{1,255}) ?<mailto:[^<>\s]{1,320}>/g, "$1")
    .replace(/(?<![^\s<>()"'])["']?[^\s<>()"'@]{1,64}@[^\s<>()"'@]{1,255}["']? ?(?=<[^\s<>@]{1,64}@)/g, "");

const needsFolding = /[^\S ]| {2}|[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff٠-٩۰-۹]/;

const folded = (line: string): string => {
  return withoutInvisible(line)
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[\s\u00a0]+/g, " ");
};

const words = (text: string): number => {
  return text.split(" ").filter((word) => word !== "").length;
};
