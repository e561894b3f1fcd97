import { cutText } from "./text-size.ts";

/** The longest stored name of a person or a file, UTF-16 units. */
const NAME_MAX = 255;

/**
 * Combining marks after the 32nd in a row: Unicode normalisation sorts them in quadratic time, and no script needs more than 30 (UAX 15, 13,
 * "Stream-Safe Text Format"). The half-width voiced sound marks are included because NFKC and NFKD turn them into combining marks.
 */
const marksTooMany = /([\p{M}\uff9e\uff9f]{32})[\p{M}\uff9e\uff9f]+/gu;

const withFewMarks = (text: string): string => text.replace(marksTooMany, "$1");

/** A text in a normal form of Unicode (UAX 15), in time that grows like the text. Every text from outside is normalised here. */
// oxlint-disable-next-line no-restricted-properties -- the one place
export const normalised = (text: string, form: "NFC" | "NFKD"): string => withFewMarks(text).normalize(form);

/** The stored form of a person's or a file's name: 255 UTF-16 units, at most 32 combining marks in a row. */
export const shortName = (name: string): string => cutText(withFewMarks(name), NAME_MAX);
