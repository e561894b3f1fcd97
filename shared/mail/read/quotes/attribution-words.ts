import { anyOf, anyWordOf } from "../languages/phrases.ts";

/** The verb of an attribution line: "wrote". */
export const attributionVerb = new RegExp(`${anyWordOf("wrote")}|${anyOf("wroteJoined")}`, "iu");

/** Words at the start of such a line, before its date: "On", "Am", "Le", … */
export const attributionOpening = new RegExp(`^(?:${anyOf("beforeDate")})(?=[\\s\\d:،,])`, "iu");

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
export const quotingOpening = new RegExp(`^(?:${anyOf("quoting")}) `, "iu");

/** The start of such a line of help desks, in English: "Quote On: Mon, 06 Sep 2021 16:57". */
export const quoteOn = /^quote on ?: ?(?:\p{L}{2,10}\.?,? )?(?=\d)/iu;

/** Words that occur in a person's sentence and never in a program's line: "I", "we", or "as" at the start. */
export const ownSentence = new RegExp(`${anyWordOf("firstPerson")}|^(?:${anyOf("asSomebody", "(?![\\p{L}\\p{N}])")})`, "u");

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
export const nameWord = new RegExp(`^["'“„«(]?(?:[\\p{Lu}\\p{Lo}]|(?:${anyOf("nameParticles")})$)`, "u");

/** What stands before an attribution on a line that begins with the answer. */
export const beforeInnerAttribution = new RegExp(`(?:\\s|-{3}\\s?)(?=${anyOf("weekdayOpenings")})`);
