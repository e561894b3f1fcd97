import { invalid, conflict, notFound } from "#shared/platform/errors.ts";
import { fetchAttachments, type FetchPorts, type Located } from "#shared/inbox/attachments.ts";
import { ATTACHMENTS_BYTES, ATTACHMENTS_MAX, FILE_NAME_MAX, mediaTypeIssue } from "#shared/mail/attachment-rules.ts";
import type { OutgoingFile } from "#shared/mail/write/attachment-part.ts";
import { toHeaderText, cutText } from "#shared/mail/text.ts";
import { filesOf, type Send } from "#shared/sending/send.ts";
import type { Sends } from "#shared/sending/ports/sends.ts";
import { type ConversationEntry, asHistory, conversationOf, isExchanged, receivedEntry } from "./conversation.ts";
import type { Address } from "#shared/mail/parsed-message.ts";
import { acceptSend, type Receipt } from "#shared/sending/accept/accept.ts";
import { composedIn, contentOf, type EveryEmail } from "#shared/sending/email.ts";
import { composeForward } from "#shared/mail/write/compose/compose.ts";
import type { Asked, ReplyPorts } from "./reply.ts";

/** The dependencies of fetching original attachments. */
interface OriginalFilePorts extends FetchPorts {
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
const originalFiles = async (
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

/** The dependencies of forwarding. */
export type ForwardPorts = ReplyPorts & OriginalFilePorts;

/** A client's request to forward (api/README.md, "Replies, forwards, follow-ups"). */
export interface ForwardRequest extends EveryEmail {
  readonly to: Address;
  readonly subject?: string | undefined;
  /** Whether to attach the files of the forwarded messages. */
  readonly includeAttachments?: boolean | undefined;
}

/** A forward that was accepted. */
export interface ForwardedSend extends Send {
  /** The authors of the forwarded messages, and the recipients of ours among them; in lower case, in order of the messages, without blind copies. */
  readonly included: readonly string[];
}

/** The most messages of a thread that are forwarded, the newest. */
const FORWARD_MAX = 100;

/** Forwards a complete message, in a new conversation. Throws 400, 402, 404, 409; with attachments 410 and 502, too. */
export const forwardMessage = async <Answer>(
  ports: ForwardPorts,
  { userId, id }: Asked,
  request: ForwardRequest,
  receipt: Receipt<Answer, ForwardedSend>,
): Promise<Answer> => {
  const message = await ports.messages.find(userId, id);
  if (!message) throw notFound("Message");
  return forward(ports, { userId, mailboxId: message.mailboxId, entries: [receivedEntry(message)] }, request, receipt);
};

/** Forwards a conversation, oldest first: the first message complete, of later ones only the new content. */
export const forwardThread = async <Answer>(
  ports: ForwardPorts,
  { userId, id }: Asked,
  request: ForwardRequest,
  receipt: Receipt<Answer, ForwardedSend>,
): Promise<Answer> => {
  const thread = await ports.threads.find(userId, id);
  if (!thread) throw notFound("Thread");
  const entries = (await conversationOf(ports, userId, thread)).filter(isExchanged).slice(-FORWARD_MAX);
  if (entries.length === 0) throw conflict("The thread has nothing to forward", "the thread has no message that was sent or received");
  return forward(ports, { userId, mailboxId: thread.mailboxId, entries }, request, receipt);
};

interface Forwarded {
  readonly userId: string;
  readonly mailboxId: string;
  readonly entries: readonly ConversationEntry[];
}

const forward = async <Answer>(
  ports: ForwardPorts,
  { userId, mailboxId, entries }: Forwarded,
  request: ForwardRequest,
  receipt: Receipt<Answer, ForwardedSend>,
): Promise<Answer> => {
  const messages = await asHistory(ports, userId, entries, (i) => i === 0);
  const composed = composeForward({ content: contentOf(request), messages, subject: request.subject }, ports.sanitize);
  const { attachments: given = [], includeAttachments } = request;
  const attachments = includeAttachments ? await originalFiles(ports, { userId, mailboxId }, entries, given) : given;
  const email = { ...request, ...composedIn(composed), mailboxId, attachments, kind: "forward" as const };
  const included = peopleIn(entries);
  return acceptSend(ports, userId, email, { ...receipt, answer: (send) => receipt.answer({ ...send, included }) });
};

/** The people whose mail these entries are. */
const peopleIn = (entries: readonly ConversationEntry[]): readonly string[] => {
  const of = (entry: ConversationEntry): readonly string[] => {
    if (entry.direction === "outbound") return [entry.send.toEmail, ...(entry.send.cc ?? []).map(({ email }) => email)];
    const { direction, from, to, cc } = entry.message;
    return direction === "outbound" ? [...to, ...cc].map(({ email }) => email) : [from.email];
  };
  return [...new Set(entries.flatMap(of).map((email) => email.toLowerCase()))].filter((email) => email !== "");
};
