import * as z from "zod/mini";
import { described, named } from "#shared/api/operation.ts";
import {
  ATTACHMENTS_BYTES,
  ATTACHMENTS_MAX,
  CONTENT_ID,
  contentIdIssue,
  FILE_NAME,
  FILE_NAME_MAX,
  fileNameIssue,
  MEDIA_TYPE,
  mediaTypeIssue,
} from "#shared/mail/attachment-rules.ts";
import { atMost } from "#shared/api/fields.ts";

const checked = (issueOf: (text: string) => string | undefined, maxLength: number, tooLong: string) =>
  z.string().check(
    atMost(maxLength, tooLong),
    z.superRefine((text, context) => {
      const message = issueOf(text);
      if (message !== undefined) context.addIssue({ code: "custom", message });
    }),
    z.meta({ minLength: 1 }),
  );

const TOO_MUCH = "must have at most 3 MB together, decoded";
/** The longest base64 of one file: slightly more than the total limit, so that the check of the total reports the fault. */
const BASE64_MAX = Math.ceil(ATTACHMENTS_BYTES / 3 + 1) * 4;

/** Strict base64 (RFC 4648, section 4), decoded: encoding the result must give the same text. */
export const base64 = z.pipe(
  z.string().check(atMost(BASE64_MAX, TOO_MUCH), z.meta({ format: "byte" })),
  z.transform((text, context) => {
    const bytes = Buffer.from(text, "base64");
    // The length is compared first, so that only text of the right length is encoded again.
    if (Math.ceil(bytes.length / 3) * 4 === text.length && bytes.toString("base64") === text) return bytes;
    context.issues.push({ code: "custom", input: text, message: "must be base64 (RFC 4648, section 4), padded and without line breaks" });
    return z.NEVER;
  }),
);

/** A file to send with an email. */
const attachment = named(
  "NewAttachment",
  z.strictObject({
    name: described(checked(fileNameIssue, FILE_NAME_MAX, FILE_NAME), "Its file name, up to 200 characters."),
    type: described(
      checked(mediaTypeIssue, 300, MEDIA_TYPE),
      "Its media type, such as `application/pdf`; `message/…` and `multipart/…` are not allowed.",
    ),
    content: described(base64, "Its content in base64, with padding and without line breaks."),
    content_id: described(
      z.optional(checked(contentIdIssue, 200, CONTENT_ID)),
      "The id by which the HTML shows the file (`cid:…`), different for each file. Without HTML the file is an ordinary attachment.",
    ),
  }),
  "A file to send with an email.",
);

type Attachment = z.output<typeof attachment>;

/** The files of an email. */
export const attachments = z.array(attachment).check(
  z.maxLength(ATTACHMENTS_MAX, `must have at most ${ATTACHMENTS_MAX} files`),
  z.refine((files: readonly Attachment[]) => files.reduce((sum, { content }) => sum + content.length, 0) <= ATTACHMENTS_BYTES, TOO_MUCH),
  z.refine((files: readonly Attachment[]) => {
    const ids = files.flatMap(({ content_id }) => content_id ?? []);
    return new Set(ids).size === ids.length;
  }, "must not name a content_id twice"),
);

/** A file in a send's record. */
export const attachmentOut = named(
  "SentAttachment",
  z.object({
    name: described(z.string(), "Its file name."),
    type: described(z.string(), "Its media type."),
    size: described(z.int(), "Its size in bytes, decoded."),
    content_id: described(z.string(), 'The id by which the HTML shows it (`cid:…`); "" when it has none.'),
    content: described(z.optional(z.string()), "Its content in base64, of a draft that is read alone; absent otherwise."),
  }),
  "A file sent with an email.",
);
