import * as z from "zod/mini";
import {
  ATTACHMENTS_BYTES,
  ATTACHMENTS_MAX,
  contentIdIssue,
  FILE_NAME_MAX,
  fileNameIssue,
  mediaTypeIssue,
} from "../domain/mail/attachment-rules.ts";

const checked = (issueOf: (text: string) => string | undefined, maxLength: number) =>
  z.string().check(
    z.superRefine((text, context) => {
      const message = issueOf(text);
      if (message !== undefined) context.addIssue({ code: "custom", message });
    }),
    z.meta({ minLength: 1, maxLength }),
  );

/** Strict base64 (RFC 4648, section 4), decoded: what is written back must be the same text. */
const base64 = z.pipe(
  z.string().check(z.meta({ format: "byte" })),
  z.transform((text, context) => {
    const bytes = Buffer.from(text, "base64");
    // Compared by length first: only a text of the right one is written back.
    if (Math.ceil(bytes.length / 3) * 4 === text.length && bytes.toString("base64") === text) return bytes;
    context.issues.push({ code: "custom", input: text, message: "must be base64 (RFC 4648, section 4), padded and without line breaks" });
    return z.NEVER;
  }),
);

/** A file that goes out with an email. */
export const attachment = z.strictObject({
  name: checked(fileNameIssue, FILE_NAME_MAX),
  type: checked(mediaTypeIssue, 300),
  content: base64,
  content_id: z.optional(checked(contentIdIssue, 200)),
});

type Attachment = z.output<typeof attachment>;

/** The files of an email. */
export const attachments = z.array(attachment).check(
  z.maxLength(ATTACHMENTS_MAX, `must hold at most ${ATTACHMENTS_MAX} files`),
  z.refine(
    (files: readonly Attachment[]) => files.reduce((sum, { content }) => sum + content.length, 0) <= ATTACHMENTS_BYTES,
    "must hold at most 3 MB together, decoded",
  ),
  z.refine((files: readonly Attachment[]) => {
    const ids = files.flatMap(({ content_id }) => content_id ?? []);
    return new Set(ids).size === ids.length;
  }, "must not name a content_id twice"),
);

/** A file as a send's record names it. */
export const attachmentOut = z.object({ name: z.string(), type: z.string(), size: z.int(), content_id: z.string() });
