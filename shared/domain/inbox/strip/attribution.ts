import { attributionOpening, attributionVerb, dateOpening } from "./attribution-words.ts";

/** How sure a line is to introduce a quote: `weak` only counts when a quoted line or a header block follows. */
export type Certainty = "strong" | "weak";

/** An attribution that ends at a given line: the line it starts on, and what stands before it on that line ("" when nothing). */
export interface Attribution {
  readonly start: number;
  readonly before: string;
  readonly certainty: Certainty;
}

/** Mail programs wrap the line over at most this many. */
const maxLines = 4;
const maxLength = 500;
const email = /[^\s<>()[\]"',;:]{1,64}@[^\s<>()[\]"',;:]{1,255}/;
const time = /\d{1,2} ?[:.h時时點点시] ?\d{2}|\d{1,2} ?(?:[ap]\.? ?m\b|uhr\b|h\b|時|点)|GMT|klo |kl\. /i;
const shortDate = /\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|(?:19|20)\d\d|\d{1,2}(?:\.|st|nd|rd|th|de)? \p{L}{3,}/u;
const closing = /[:：][\s*_"'»”>-]*$/;

/** Finds the attribution ("On …, Jane wrote:") that ends at line `end` of `lines`, wrapped or not. */
export function attributionEndingAt(lines: readonly string[], end: number): Attribution | undefined {
  const last = lines[end]!;
  if (last.length > maxLength || last.trim() === "" || !mayEnd(clean(last))) return undefined;
  const single = onLine(last, end);
  if (single && (single.before !== "" || (isOpening(clean(last)) && /\d/.test(last)))) return single;
  return wrapped(lines, end, single?.certainty === "strong") ?? single;
}

/** Looks upwards for the line that the attribution begins on; below a line that could stand alone only when that one looks broken off. */
function wrapped(lines: readonly string[], end: number, standsAlone: boolean): Attribution | undefined {
  let joined = clean(lines[end]!);
  for (let start = end - 1; start >= 0 && start > end - maxLines; start--) {
    const line = lines[start]!;
    if (line.trim() === "" || line.length > maxLength) return undefined;
    const head = clean(line);
    if (standsAlone && start === end - 1 && !/[<,]$/.test(head) && head.length < 40) return undefined;
    // a mail address that was broken off after "<" belongs together
    joined = head.endsWith("<") ? head + joined : `${head} ${joined}`;
    if (joined.length > maxLength) return undefined;
    const found = isOpening(head) || email.test(head) ? certaintyOf(joined) : undefined;
    if (found && (isOpening(head) || !isOpeningAbove(lines, start, end))) return { start, before: "", certainty: found };
    const inside = insideLine(line);
    const rest = inside === undefined ? undefined : certaintyOf(clean(`${line.slice(inside)} ${joined.slice(head.length + 1)}`));
    if (inside !== undefined && rest) return { start, before: line.slice(0, inside).replace(/[-\s]+$/, ""), certainty: rest };
  }
  return undefined;
}

/** Whether the line above, still within reach, opens the attribution instead. */
function isOpeningAbove(lines: readonly string[], start: number, end: number): boolean {
  const above = lines[start - 1];
  return (
    above !== undefined &&
    above.trim() !== "" &&
    above.length <= maxLength &&
    start - 1 > end - maxLines &&
    isOpening(clean(above)) &&
    /\d/.test(above)
  );
}

function onLine(line: string, start: number): Attribution | undefined {
  const certainty = certaintyOf(clean(line));
  if (certainty) return { start, before: "", certainty };
  const inside = insideLine(line);
  const rest = inside === undefined ? undefined : certaintyOf(clean(line.slice(inside)));
  return rest === "strong" ? { start, before: line.slice(0, inside).replace(/[-\s]+$/, ""), certainty: rest } : undefined;
}

/** Whether a whole, unwrapped line is an attribution, and how surely. */
export function certaintyOf(line: string): Certainty | undefined {
  const dashed = /^-{2,}\s*(\S.*\S)\s*-{2,}$/.exec(line);
  if (dashed) return attributionVerb.test(dashed[1]!) && dashed[1]!.length < 200 ? "strong" : undefined;
  const verb = attributionVerb.exec(line);
  const opens = isOpening(line);
  const closes = closing.test(line);
  const address = email.exec(line);
  if (/^\d{4}-\d{2}-\d{2} \d{1,2}:\d{2} GMT[+-]\d{1,2}:\d{2} \S/.test(line) && (closes || verb || line.length < 100)) return "strong";
  if (!verb)
    return opens && address && time.test(line) && shortDate.test(line) && closes
      ? "strong"
      : opens && dateOpening.test(line) && address && /@[^\s]+>?$/.test(line)
        ? "weak"
        : undefined;
  const tail = line.slice(verb.index + verb[0].length);
  const atEnd = closes || tail.trim() === "";
  const dated = shortDate.test(line) || time.test(line);
  if (opens && /\d/.test(line.slice(0, 60)) && closes && dated && (address || time.test(line))) return "strong";
  if (opens && closes && dated && words(line) <= 16) return /\d{4}|\d[./-]\d/.test(line) ? "strong" : "weak";
  if (opens && dated && time.test(line) && (atEnd || words(line) <= 14)) return atEnd && address ? "strong" : "weak";
  // "Jane Doe <jane@example.com> wrote:", "Jane <jane@example.com> schrieb am …:"
  if (
    address &&
    address.index < verb.index &&
    closes &&
    words(line.slice(0, address.index)) <= 6 &&
    words(line.slice(address.index + address[0].length, verb.index)) <= 2 &&
    (tail.replace(closing, "").trim() === "" || dated || /^\s*(?:\S+\s?){0,3}$/.test(tail.replace(closing, "")))
  )
    return "strong";
  if (closes && words(line) <= 8 && tail.replace(closing, "").trim() === "" && line.length <= 100) return "weak";
  return undefined;
}

function isOpening(line: string): boolean {
  return attributionOpening.test(line) || dateOpening.test(line);
}

/** Cheap test before the look back. */
function mayEnd(line: string): boolean {
  return closing.test(line) || attributionVerb.test(line) || /@[^\s]+>?$/.test(line) || /GMT[+-]\d/.test(line);
}

/** Where an English attribution starts inside a line that begins with the reply itself. */
function insideLine(line: string): number | undefined {
  const found = /(?:\s|-{3}\s?)(?=On (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}, )/.exec(line.slice(0, maxLength));
  return found && found.index > 0 ? found.index + found[0].length : undefined;
}

/** Without quote marks, emphasis and direction marks, digits of other scripts as ASCII, one space between words. */
export function clean(line: string): string {
  return line
    .slice(0, maxLength + 1)
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[\s\u00a0]+/g, " ")
    .replace(/^[\s>*_|]+(?=\S)|^- (?=\S)/g, "")
    .replace(/(?<=\S)[\s*_]+$/g, "");
}

function words(text: string): number {
  return text.split(" ").filter((word) => word !== "").length;
}
