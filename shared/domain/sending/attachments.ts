import type { OutgoingFile } from "../mail/write/attachment-part.ts";

/** A file of a send, as its record names it; what it holds is kept apart, in the same order. */
export interface Attachment {
  readonly name: string;
  readonly type: string;
  /** Decoded octets. */
  readonly size: number;
  readonly contentId?: string;
}

/** The record of a file. */
export const attachmentOf = ({ name, type, contentId, content }: OutgoingFile): Attachment => ({
  name,
  type,
  size: content.length,
  ...(contentId !== undefined && { contentId }),
});

/** The files of a send from its record and what they hold; undefined when the store has lost some of it. */
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
