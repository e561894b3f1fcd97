import { anyOf, anyWordOf } from "../languages/phrases.ts";
import { withoutInvisible } from "../../text.ts";

/** The verb of an attribution line: "wrote". */
export const attributionVerb = new RegExp(`${anyWordOf("wrote")}|${anyOf("wroteJoined")}`, "iu");

/** Words at the start of such a line, before its date: "On", "Am", "Le", … */
const attributionOpening = new RegExp(`^(?:${anyOf("beforeDate")})(?=[\\s\\d:،,])`, "iu");

/** A line that is broken between an address and a date: "Jane <jane@example.com>, 20 Kas". */
export const addressBeforeDate = new RegExp(
  `<[^\\s<>@]{1,64}@[^\\s<>]{1,255}>\\)?,?(?: \\d{1,4}\\.?(?: \\p{L}{2,12}\\.?)?| (?:${anyOf("beforeDate")}))?$`,
  "iu",
);

/** A line that starts with a date: digits, or the name of a weekday or month and then digits. */
export const dateOpening = new RegExp(
  `^(?:\\d{1,4}(?:[.\\-/ ,]|${anyOf("yearSigns")})(?!\\d{5})|\\d{8}[ ,]|[\\p{L}\\p{M}.]{2,14},? {1,2}\\d{1,4}(?:[.,\\-/ ]|${anyOf("yearSigns")})|[\\p{L}\\p{M}.]{2,14},? [\\p{L}\\p{M}.]{3,12},? \\d{1,2}[, ])`,
  "u",
);

/** The start of such a line in Horde and similar programs, which has neither verb nor date: "Quoting Jane <jane@example.com>:". */
const quotingOpening = new RegExp(`^(?:${anyOf("quoting")}) `, "iu");

/** The start of such a line of help desks, in English: "Quote On: Mon, 06 Sep 2021 16:57". */
export const quoteOn = /^quote on ?: ?(?:\p{L}{2,10}\.?,? )?(?=\d)/iu;

/** Words that occur in a person's sentence and never in a program's line: "I", "we", or "as" at the start. */
const ownSentence = new RegExp(`${anyWordOf("firstPerson")}|^(?:${anyOf("asSomebody", "(?![\\p{L}\\p{N}])")})`, "u");

/** A time: "10:15", "10 Uhr", "klo 10.15". */
export const time = new RegExp(
  `\\d{1,2} ?(?:[:.]|${anyOf("hourSigns")}) ?\\d{2}|\\d{1,2} ?(?:${anyOf("afterHour", "\\b")})|GMT|(?:${anyOf("beforeTime")}) `,
  "i",
);

/** A date without a time: "20.11.2026", "2026", "20th November". */
export const shortDate = new RegExp(
  `\\d{1,4}[./-]\\d{1,2}[./-]\\d{1,4}|(?:19|20)\\d\\d|\\d{1,2}(?:\\.|${anyOf("dayEndings")})? \\p{L}{3,}`,
  "u",
);

/** A word of a name: capitalised, in a script without capitals, or a particle in lower case: "van". */
const nameWord = new RegExp(`^["'“„«(]?(?:[\\p{Lu}\\p{Lo}]|(?:${anyOf("nameParticles")})$)`, "u");

/** What stands before an attribution on a line that begins with the answer. */
export const beforeInnerAttribution = new RegExp(`(?:\\s|-{3}\\s?)(?=${anyOf("weekdayOpenings")})`);

/**
 * How certain it is that a line introduces a quote. `strong`: it has a mail address or stands between dashes. `bare`: it is complete otherwise, but
 * may be a person's sentence ("Am 16.11. um 09:12 schrieb Jane:"). `weak`: it counts only when a quoted line or a copied header follows.
 */
export type Certainty = "strong" | "bare" | "weak";

/** The maximum length of an attribution without line breaks, characters. */
export const MAX_LENGTH = 500;
export const email = /[^\s<>()[\]"',;:]{1,64}@[^\s<>()[\]"',;:]{1,255}/;
/** At most two words, without the end of a sentence between them. */
const endsSoon = /^[^\s.!?]{0,20}(?: [^\s.!?]+){0,2} ?$/;
export const closing = /[:：][\s*_"'»”>-]*$/;

/** The features of a line that may be an attribution. */
interface Features {
  readonly line: string;
  /** Whether it starts with "On", "Am", … and a number, or with a date. */
  readonly opens: boolean;
  /** Whether it ends with a colon. */
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

/** The ways to write such a line; any one of them is enough, whatever follows below. */
const strongForms: readonly ((f: Features) => boolean)[] = [
  // On 20 Nov 2026 at 10:15, Jane wrote:
  (f) => f.opens && f.verb && f.closes && (f.time || (f.date && f.address !== "")),
  (f) => f.opens && f.verb && f.closes && /\d{4}|\d[./-]\d/.test(f.line) && words(f.line) <= 16 && !/\bsent ?:/i.test(f.line),
  // Jane Doe hat am 20.11.2026 10:15 geschrieben:
  (f) => f.verb && f.closes && f.afterVerb === "" && f.time && /\d{4}|\d[./-]\d/.test(f.line) && words(f.line) <= 9 && isNamed(f),
  // Quoting Jane Doe <jane@example.com>:
  (f) => f.closes && f.address !== "" && quotingOpening.test(f.line) && words(f.line) <= 8,
  // the same without its colon
  (f) => f.opens && f.verb && f.afterVerb === "" && f.time && f.address !== "",
  // 20.11.2026, 10:15, Jane <jane@example.com>:
  (f) => f.opens && f.closes && f.time && f.date && f.address !== "" && isNearEnd(f.afterAddress),
  // in any language: an address in brackets, a date and a time, and a final colon
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
  (f) =>
    f.verb &&
    f.closes &&
    f.time &&
    /\d{4}|\d[./-]\d/.test(f.afterVerb) &&
    words(f.beforeVerb) <= 6 &&
    words(f.afterVerb) <= 7 &&
    isNamed(f),
  // 2026-11-20 10:15 GMT+01:00 Jane Doe
  (f) =>
    /^\d{4}-\d{2}-\d{2} \d{1,2}:\d{2} GMT[+-]\d{1,2}:\d{2} \S/.test(f.line) && (f.closes || (f.line.length < 100 && !f.line.endsWith("<"))),
  // Quote On: 06 September 2021 04:57 PM
  (f) => quoteOn.test(f.line) && f.time && words(f.line) <= 10,
  // ---- Jane Doe wrote ----
  (f) => /^-{2}.*[^-]-{2,}$/.test(f.line) && f.verb && f.line.length < 200,
];

/** Whether the line starts as attributions do: with a date, or with the author. */
const isNamed = ({ opens, address, beforeVerb }: Features): boolean =>
  opens || address !== "" || isNameLike(beforeVerb.replace(/[,"”']*\s*$/, ""));

/** Whether only a time, or next to nothing, follows the address. */
const isNearEnd = (afterAddress: string): boolean => {
  return endsSoon.test(afterAddress) || time.test(afterAddress);
};

/** Forms that count only above a quote. */
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

/** A person's sentence about mail: "On 16 November I wrote:", "As Jane wrote on 16 November:"; "you wrote" is written by programs. */
const isSentence = ({ line, address }: Features): boolean => address === "" && ownSentence.test(line);

/** Whether a line has a feature that only programs write: an address, dashes around it, or a program's date. */
const isPrograms = ({ line, address }: Features): boolean => address !== "" || /^(?:--|\d{4}-\d{2}-\d{2} \d{1,2}:\d{2} GMT)/.test(line);

/** How certain it is that an unwrapped line is an attribution; undefined when it is not one. */
export const certaintyOf = (line: string): Certainty | undefined => {
  const features = featuresOf(line);
  if (isSentence(features)) return undefined;
  if (strongForms.some((form) => form(features))) return isPrograms(features) ? "strong" : "bare";
  return weakForms.some((form) => form(features)) ? "weak" : undefined;
};

const featuresOf = (line: string): Features => {
  const verb = attributionVerb.exec(line);
  const address = line.includes("@") ? email.exec(line) : null;
  return {
    line,
    opens: isOpening(line) && /\d/.test(line.slice(0, 120)),
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

/** Whether a line can start an attribution; a rule may come first: "---- On Friday, Jane wrote ----". */
export const isOpening = (line: string): boolean => {
  const bare = line.startsWith("--") ? line.replace(/^-+ ?/, "") : line;
  return attributionOpening.test(bare) || dateOpening.test(bare);
};

/** Whether a text may be a name: at most six words, each capitalised or in a script without capitals; a rule may come first. */
export const isNameLike = (text: string): boolean => {
  const parts = text.replace(/^-+/, "").split(" ");
  return parts.length <= 6 && parts.every((part) => nameWord.test(part));
};

/** Removes quote marks, emphasis and direction marks, converts digits of other scripts to ASCII, and leaves one space between words. */
export const clean = (line: string): string => {
  const cut = line.slice(0, MAX_LENGTH + 1);
  // Most lines are plain: each step only runs where it can change something.
  const single = needsFolding.test(cut) ? folded(cut) : cut;
  const spaced = single.indexOf("@") === single.lastIndexOf("@") ? single : withoutDoubles(single);
  const open = spaced.replace(/^[\s>*_|]+(?=\S)|^- (?=\S)/g, "");
  return /[\s*_]$/.test(open) ? open.replace(/(?<=\S)[\s*_]+$/g, "") : open;
};

/**
 * Removes repeated addresses: Exchange writes a linked one as "jane@example.com<mailto:jane@example.com>" when it converts HTML to text, and a person
 * without a name as "jane@example.com <jane@example.com>".
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
