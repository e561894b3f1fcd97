import { invalid } from "../errors.ts";
import { fetchAttachments, type FetchPorts, type Located } from "../inbox/attachments.ts";
import { ATTACHMENTS_BYTES, ATTACHMENTS_MAX, FILE_NAME_MAX, mediaTypeIssue } from "../mail/attachment-rules.ts";
import { toHeaderText } from "../mail/header-text.ts";
import { cutText } from "../mail/text-size.ts";
import type { OutgoingFile } from "../mail/write/attachment-part.ts";
import { filesOf } from "../sending/attachments.ts";
import type { Sends } from "../sending/ports/sends.ts";
import type { Send } from "../sending/send.ts";
import type { ConversationEntry } from "./conversation.ts";

/** The ports of fetching original attachments. */
export interface OriginalFilePorts extends FetchPorts {
  readonly sends: Pick<Sends, "contents">;
}

/** The tolerance for a size that a mail system reports without sending the file. */
const ROUGHLY = 1.01;

const tooMany = (message: string) => invalid({ field: "includeAttachments", message });
const TOO_LARGE = "the attachments have more than 3 MB together: forward without them, or send them yourself";

/**
 * A foreign file in a form that may be sent: forbidden characters in its name or type are replaced. Images in the original's text became words there,
 * so all images are attached.
 */
const asOutgoing = (name: string, type: string, content: Uint8Array): OutgoingFile => ({
  name: cutText(toHeaderText(name), FILE_NAME_MAX) || "attachment",
  type: mediaTypeIssue(type) === undefined ? type : "application/octet-stream",
  content,
});

/**
 * The files of forwarded messages, in order: those of received messages from the mailbox's server, those of sends from the store. Together with
 * `given` they must fit an email's limits. Throws 400 otherwise, and 409, 410 and 502 as fetching an attachment does.
 */
export const originalFiles = async (
  ports: OriginalFilePorts,
  { userId, mailboxId }: { readonly userId: string; readonly mailboxId: string },
  entries: readonly ConversationEntry[],
  given: readonly OutgoingFile[],
): Promise<readonly OutgoingFile[]> => {
  const sizes = entries.flatMap(
    (entry) => (entry.direction === "inbound" ? entry.message : entry.send).attachments?.map(({ size }) => size) ?? [],
  );
  const taken = given.reduce((sum, { content }) => sum + content.length, 0);
  if (given.length + sizes.length > ATTACHMENTS_MAX) throw tooMany(`there are more than ${ATTACHMENTS_MAX} attachments together`);
  if (taken + sizes.reduce((sum, size) => sum + size, 0) > ATTACHMENTS_BYTES * ROUGHLY) throw tooMany(TOO_LARGE);

  const located = entries.flatMap((entry): Located[] =>
    entry.direction === "inbound" ? entry.message.attachments.map((descriptor) => ({ message: entry.message, descriptor })) : [],
  );
  const fetched = await fetchAttachments(ports, { userId, mailboxId }, located, ATTACHMENTS_BYTES - taken);
  if (!fetched) throw tooMany(TOO_LARGE);
  const queue = [...fetched];
  const files: OutgoingFile[] = [...given];
  for (const entry of entries) {
    if (entry.direction === "inbound")
      for (const { filename, contentType } of entry.message.attachments)
        files.push(asOutgoing(filename, contentType, queue.shift() ?? new Uint8Array()));
    else files.push(...(await sentFiles(ports, entry.send)));
  }
  if (files.reduce((sum, { content }) => sum + content.length, 0) > ATTACHMENTS_BYTES) throw tooMany(TOO_LARGE);
  return files;
};

/** The attachments of a send; nothing when the store has lost them. */
const sentFiles = async ({ sends }: OriginalFilePorts, { userId, id, attachments }: Send): Promise<readonly OutgoingFile[]> => {
  const files = filesOf(attachments, attachments && (await sends.contents(userId, id))) ?? [];
  return files.map(({ name, type, content }) => ({ name, type, content }));
};
