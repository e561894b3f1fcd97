import {
  certaintyOf,
  clean,
  closing,
  email,
  isNameLike,
  isOpening,
  MAX_LENGTH,
  type Certainty,
  addressBeforeDate,
  attributionVerb,
  beforeInnerAttribution,
  quoteOn,
  shortDate,
  time,
} from "./attribution-forms.ts";

/** An attribution that ends at a given line: the line on which it starts, and the text before it on that line ("" for none). */
export interface Attribution {
  readonly start: number;
  readonly before: string;
  readonly certainty: Certainty;
}

/** The most lines over which mail programs wrap an attribution. */
const MAX_LINES = 4;

/** Finds the attribution ("On …, Jane wrote:") that ends at line `end`, wrapped or not. */
export const attributionEndingAt = (lines: readonly string[], end: number): Attribution | undefined => {
  const last = withoutQuoteBehind(lines[end]!);
  if (last.length > MAX_LENGTH || last.trim() === "" || !mayEnd(clean(last))) return undefined;
  const single = onLine(last, end);
  const opens = single !== undefined && single.certainty !== "weak" && isOpening(clean(last)) && /\d/.test(last);
  // in Chinese and Turkish the date follows the address
  const goesOn = single?.certainty === "bare" && addressBeforeDate.test(clean(lines[end - 1] ?? ""));
  if (single && (single.before !== "" || (opens && !goesOn))) return single;
  return wrapped(lines, end, single !== undefined && single.certainty !== "weak") ?? single;
};

/** The part up to the colon of "On …, Jane <jane@example.com> wrote: > Shall we meet?", where a program dropped the line break. */
const withoutQuoteBehind = (line: string): string => {
  const head = line.slice(0, MAX_LENGTH);
  const verb = head.includes("@") ? attributionVerb.exec(head) : null;
  const colon = verb && /^ ?[:：](?=\s*\S)/.exec(head.slice(verb.index + verb[0].length));
  if (!verb || !colon) return line;
  const whole = head.slice(0, verb.index + verb[0].length + colon[0].length);
  const opening = clean(whole.slice(insideLine(whole) ?? 0));
  return isOpening(opening) && time.test(opening) && email.test(opening) ? whole : line;
};

/**
 * Searches upwards for the line on which the attribution starts. When the last line could be complete, a line above it only belongs to it if that
 * line looks broken off.
 */
const wrapped = (lines: readonly string[], end: number, standsAlone: boolean): Attribution | undefined => {
  let joined = clean(lines[end]!);
  let shorter: Attribution | undefined;
  for (let start = end - 1; start >= 0 && start > end - MAX_LINES; start--) {
    const line = lines[start]!;
    if (line.trim() === "" || line.length > MAX_LENGTH) return shorter;
    const head = clean(line);
    const names = beginsName(head, joined);
    const opensAbove = isOpeningAbove(lines, start, end);
    if (standsAlone && start === end - 1 && !names && !isBrokenOff(head) && !opensAbove) return undefined;
    // a mail address that was broken after "<" is joined without a space
    joined = head.endsWith("<") ? head + joined : `${head} ${joined}`;
    if (joined.length > MAX_LENGTH) return shorter;
    const begins = names || isOpening(head) || email.test(head) || attributionVerb.test(head);
    const found = begins ? certaintyOf(joined) : undefined;
    const isStart = opensAbove ? isDated(head) : isOpening(head) || !isNameAbove(lines, start, joined);
    if (found && isStart) return { start, before: "", certainty: found };
    if (found) shorter ??= { start, before: "", certainty: found };
    const inside = insideLine(line);
    const rest = inside === undefined ? undefined : certaintyOf(clean(`${line.slice(inside)} ${joined.slice(head.length + 1)}`));
    if (inside !== undefined && rest) return { start, before: line.slice(0, inside).replace(/[-\s]+$/, ""), certainty: rest };
  }
  return shorter;
};

/** The end of a person's sentence, and not of an abbreviation: "20 nov." or "Example Inc.". */
const endsSentence = /[!?]$|(?<!\d ?)(?<=\s)\p{Ll}{3,30}\.$/u;

/** Whether a line opens an attribution with a date, not only with a time: "at 10:15, Jane Doe" goes on a line with the date. */
const isDated = (head: string): boolean => isOpening(head) && shortDate.test(head.replace(time, ""));

/** Whether a line continues below: it ends with a bracket or comma, has the full line length, or contains an attribution's date and time. */
const isBrokenOff = (head: string): boolean =>
  /[<,]$/.test(head) || head.length >= 40 || (isOpening(head) && (time.test(head) || shortDate.test(head)) && !/[.!?:]$/.test(head));

/** Whether a line ends with the start of a name that continues, with the address, on the line below: "Jane" above "Doe <jane@example.com>". */
const beginsName = (head: string, below: string): boolean => {
  const name = isOpening(head) ? head.slice(-60) : head;
  if (head.endsWith("<")) return email.test(below.slice(0, 330));
  if (/[.!?:;]$/.test(name) || (!isOpening(head) && !isNameLike(name))) return false;
  if (/^\(?<[^\s<>@]{1,64}@/.test(below)) return true;
  const [, local = ""] = /^\S{1,40} \(?<([^\s<>@]{1,64})@/.exec(below) ?? [];
  const first = name.slice(name.lastIndexOf(" ") + 1).replace(/[^\p{L}\p{N}]/gu, "");
  return first.length > 1 && local.toLowerCase().includes(first.toLowerCase());
};

/** Whether an attribution starts with an address whose name is on the line above. */
const isNameAbove = (lines: readonly string[], start: number, joined: string): boolean => {
  const above = lines[start - 1] ?? "";
  return /^\(?</.test(joined) && above.length <= MAX_LENGTH && above.trim() !== "" && beginsName(clean(above), joined);
};

/** Whether a line above, within reach and without the end of a sentence between, is the real start of the attribution. */
const isOpeningAbove = (lines: readonly string[], start: number, end: number): boolean => {
  for (let at = start - 1; at > end - MAX_LINES; at--) {
    const above = lines[at] ?? "";
    if (above.trim() === "" || above.length > MAX_LENGTH || endsSentence.test(clean(above))) return false;
    if (isOpening(clean(above)) && /\d/.test(above)) return true;
  }
  return false;
};

const onLine = (line: string, start: number): Attribution | undefined => {
  const inside = insideLine(line);
  const rest = inside === undefined ? undefined : certaintyOf(clean(line.slice(inside)));
  if (rest !== undefined && rest !== "weak") return { start, before: line.slice(0, inside).replace(/[-\s]+$/, ""), certainty: rest };
  const certainty = certaintyOf(clean(line));
  return certainty && { start, before: "", certainty };
};

/** A cheap test before searching upwards. */
const mayEnd = (line: string): boolean => {
  return closing.test(line) || attributionVerb.test(line) || quoteOn.test(line) || /@[^\s]+>?$/.test(line) || /GMT[+-]\d/.test(line);
};

/** The start of an attribution inside a line that begins with the reply. */
const insideLine = (line: string): number | undefined => {
  const found = beforeInnerAttribution.exec(line.slice(0, MAX_LENGTH));
  return found && found.index > 0 ? found.index + found[0].length : undefined;
};
