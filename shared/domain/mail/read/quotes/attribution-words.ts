import { anyOf, anyWordOf } from "../languages/phrases.ts";

/** Finds the verb of an attribution line: "wrote"; some programs lose the space before the English one. */
export const attributionVerb = new RegExp(`${anyWordOf("wrote")}|wrote`, "iu");

/** Words that open such a line before its date: "On", "Am", "Le", … */
export const attributionOpening = new RegExp(`^(?:${anyOf("beforeDate")})(?=[\\s\\d:،,])`, "iu");

/** A line that breaks off between an address and a date: "Jane <jane@example.com>, 20 Kas". */
export const addressBeforeDate = new RegExp(
  `<[^\\s<>@]{1,64}@[^\\s<>]{1,255}>\\)?,?(?: \\d{1,4}\\.?(?: \\p{L}{2,12}\\.?)?| (?:${anyOf("beforeDate")}))?$`,
  "iu",
);

/** A line that begins with a date: digits, or a weekday or month name and then digits. */
export const dateOpening =
  /^(?:\d{1,4}[.\-/年년 ,](?!\d{5})|\d{8}[ ,]|[\p{L}\p{M}.]{2,14},? {1,2}\d{1,4}[.,\-/年년 ]|[\p{L}\p{M}.]{2,14},? [\p{L}\p{M}.]{3,12},? \d{1,2}[, ])/u;

/** How Horde and its kin open such a line, which then has neither verb nor date: "Quoting Jane <jane@example.com>:". */
export const quotingOpening = new RegExp(`^(?:${anyOf("quoting")}) `, "iu");

/** Words that a person's sentence has and a program's line never: "I", "we", or "as" at its beginning. */
export const ownSentence = new RegExp(`${anyWordOf("firstPerson")}|^(?:${anyOf("asSomebody", "(?![\\p{L}\\p{N}])")})`, "u");
