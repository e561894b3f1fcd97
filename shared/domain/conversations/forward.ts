import { conflict, notFound } from "../errors.ts";
import type { Address } from "../mail/parsed-message.ts";
import { acceptSend, type Receipt } from "../sending/accept/accept.ts";
import { composedIn, contentOf, type EveryEmail } from "../sending/email.ts";
import type { Send } from "../sending/send.ts";
import { composeForward } from "../mail/write/compose/compose-forward.ts";
import { asHistory, type ConversationEntry, conversationOf, isExchanged, receivedEntry } from "./conversation.ts";
import { type OriginalFilePorts, originalFiles } from "./original-files.ts";
import type { Asked, ReplyPorts } from "./reply.ts";

/** The ports of forwarding. */
export type ForwardPorts = ReplyPorts & OriginalFilePorts;

/** A client's request to forward (contract/README.md, "Replies, forwards, follow-ups"). */
export interface ForwardRequest extends EveryEmail {
  readonly to: Address;
  readonly subject?: string | undefined;
  /** Whether to attach the files of the forwarded messages. */
  readonly includeAttachments?: boolean | undefined;
}

/** A forward that was accepted. */
export interface ForwardedSend extends Send {
  /** Who wrote the messages that it holds, and to whom ours among them went; in lower case, in their order, without blind copies. */
  readonly included: readonly string[];
}

/** The most messages of a thread that are forwarded, the newest. */
const FORWARD_MAX = 100;

/** Forwards a whole message, in a new conversation. Throws 400, 402, 404, 409; with attachments 410 and 502 too. */
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

/** Forwards a conversation, oldest first: the first message whole, of later ones only what is new. */
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
