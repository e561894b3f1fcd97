import type { OutgoingFile } from "#shared/mail/write/attachment.ts";

/** A file of a send as its record lists it. The contents are stored separately, in the same order. */
export interface Attachment {
  readonly name: string;
  readonly type: string;
  /** Decoded octets. */
  readonly size: number;
  readonly contentId?: string;
}

/** Makes the record of a file. */
export const attachmentOf = ({ name, type, contentId, content }: OutgoingFile): Attachment => ({
  name,
  type,
  size: content.length,
  ...(contentId !== undefined && { contentId }),
});

/** Joins the records of a send's files with their contents; undefined when the store has lost some of them. */
export const filesOf = (
  attachments: readonly Attachment[] | undefined,
  contents: readonly Uint8Array[] | undefined,
): readonly OutgoingFile[] | undefined => {
  if (!attachments) return [];
  if (contents?.length !== attachments.length) return undefined;
  return attachments.map(({ name, type, contentId }, i) => ({
    name,
    type,
    ...(contentId !== undefined && { contentId }),
    content: contents[i] ?? new Uint8Array(),
  }));
};
