import * as z from "zod/mini";
import { described } from "#shared/api/described.ts";
import { lineOfText } from "#shared/api/fields.ts";
import { fitInBytes } from "#shared/mail/text.ts";

/** The most metadata pairs of an email, and the most bytes of UTF-8 in their names and values together. */
const PAIRS_MAX = 20;
const BYTES_MAX = 2_048;
/** A name is safe in a query string, in MongoDB and as a JSON key. */
const NAME = /^[A-Za-z0-9_-]{1,40}$/;
const NAME_LENGTH_MAX = 40;
const NAME_RULE = "must have a name of 1 to 40 letters, digits, _ and -";

/** The fault of a value; "" when there is none. */
const faultOf = (name: string, value: unknown): string => {
  if (name.length > NAME_LENGTH_MAX || !NAME.test(name) || name === "__proto__") return NAME_RULE;
  if (typeof value !== "string") return "must be a string";
  // The total length is checked elsewhere and reported once.
  if (value.length > BYTES_MAX) return "";
  if (/\p{Cc}/u.test(value)) return "must not contain control characters";
  return value.isWellFormed() ? "" : "must be well-formed Unicode";
};

/** A client's metadata of an email: string pairs, never part of the mail. Not z.record, which would drop `__proto__` silently. */
export const metadata = z.custom<Record<string, string>>().check(
  z.superRefine((pairs, context) => {
    const note = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
    if (typeof pairs !== "object" || pairs === null || Array.isArray(pairs)) return note([], "must be an object");
    const entries = Object.entries<unknown>(pairs);
    if (entries.length > PAIRS_MAX) return note([], `must have at most ${PAIRS_MAX} pairs`);
    for (const [name, value] of entries) {
      const fault = faultOf(name, value);
      if (fault !== "") note([name], fault);
    }
    if (!fitInBytes(BYTES_MAX, ...entries.flatMap(([name, value]) => [name, typeof value === "string" ? value : ""])))
      note([], "must have at most 2 KB in all");
  }),
  z.meta({ type: "object", additionalProperties: { type: "string" }, maxProperties: PAIRS_MAX }),
);

/** The most tags of an email, and the longest tag, characters. */
const TAGS_MAX = 10;
const TAG_LENGTH_MAX = 50;
export const tag = lineOfText(TAG_LENGTH_MAX).check(z.minLength(1));
const tags = z.array(tag).check(
  z.maxLength(TAGS_MAX, `must have at most ${TAGS_MAX} tags`),
  z.refine((list) => new Set(list).size === list.length, "must name each tag once"),
);

/** The fields for a client's labels on any email. */
export const labelFields = {
  metadata: described(
    z.optional(metadata),
    "Up to 20 pairs of your choice, 2 KB in all: shown in records and events and searchable in the log, but not part of the mail.",
  ),
  tags: described(
    z.optional(tags),
    "Up to 10 words of your choice, 1 to 50 characters each: shown in records and events and searchable in the log, but not part of the mail.",
  ),
};

/** The labels in an email's record. */
export const labelsOut = {
  metadata: described(z.record(z.string(), z.string()), "The pairs that it was accepted with; empty for none."),
  tags: described(z.array(z.string()), "The tags that it was accepted with; empty for none."),
};

/** The labels in an example. */
export const exampleLabels = { metadata: {}, tags: [] };

/** The filters by labels. */
export const labelFilters = {
  metadata: described(
    z.optional(metadata),
    "Only sends with this pair, as `metadata[campaign]=spring`; with several, only sends that have all.",
  ),
  tag: described(z.optional(tag), "Only sends with this tag."),
};
