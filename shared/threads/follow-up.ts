import { conflict, notFound } from "#shared/platform/errors.ts";
import type { HtmlSanitizer } from "#shared/mail/html/scan.ts";
import { composeReply } from "#shared/mail/write/compose/compose.ts";
import type { HistoryMessage } from "#shared/mail/write/compose/history.ts";
import { asHistory, conversationOf, type ConversationPorts, entryId, isExchanged, sentAsHistory, sentEntry } from "./conversation.ts";
import type { Threads } from "./ports.ts";
import { entriesFor } from "./quoted-entries.ts";
import { type Asked, type ReplyRequest, toAll } from "./reply.ts";
import { acceptDraft, type AcceptPorts, type Receipt } from "#shared/sending/accept/accept.ts";
import { findOrigins, afterParent, draftSend, type Origin } from "#shared/sending/accept/draft.ts";
import type { FollowingElement } from "#shared/sending/accept/accept-batch.ts";
import { endIfParentEnded } from "#shared/sending/follow-ups.ts";
import type { Draft } from "#shared/sending/ports/acceptance.ts";
import type { Sends } from "#shared/sending/ports/sends.ts";
import { composedIn, contentOf } from "#shared/sending/email.ts";
import { labelsOf, type Send } from "#shared/sending/send.ts";

/** The dependencies of a follow-up. */
export interface FollowUpPorts extends AcceptPorts, ConversationPorts {
  readonly sends: Pick<Sends, "find" | "bodies" | "endFollowUps">;
  readonly threads: Pick<Threads, "find" | "ofSend" | "sends">;
  readonly sanitize: HtmlSanitizer;
}

/** The most messages of a conversation that are quoted. */
const HISTORY_MAX = 100;

/**
 * Accepts a follow-up to a send, in the send's thread, which quotes the conversation up to that send and leaves after it. Throws 404 for an unknown
 * send, 409 when the parent failed or was cancelled or the mailbox is disconnected, 402 for an empty wallet.
 */
export const acceptFollowUp = async <Answer>(
  ports: FollowUpPorts,
  { userId, id: parentId }: Asked,
  request: ReplyRequest,
  receipt: Receipt<Answer>,
): Promise<Answer> => {
  const parent = await ports.sends.find(userId, parentId);
  if (!parent) throw notFound("Send");
  if (parent.status === "failed" || parent.status === "cancelled") {
    throw conflict("The original will never be sent", `the original send is ${parent.status}`);
  }
  const { mailboxId } = parent;
  const origin = (await findOrigins(ports, userId, [mailboxId]))({ ...request, mailboxId });
  if ("refusal" in origin) throw origin.refusal;

  const threadId = await ports.threads.ofSend(userId, parent);
  const thread = (await ports.threads.find(userId, threadId)) ?? { id: threadId, aliasIds: [] };
  const conversation = await conversationOf(ports, userId, thread);
  const at = conversation.findIndex((entry) => entryId(entry) === parentId);
  // In a very long conversation the parent may be older than everything that was read.
  const upTo = at < 0 ? [sentEntry(parent)] : conversation.slice(0, at + 1).filter((entry, i) => i === at || isExchanged(entry));
  const isChosen = request.to !== undefined || request.quoteHistory === true;
  const known = isChosen ? upTo : entriesFor(upTo, parent.toEmail, upTo.at(-1));
  const quoted = known.slice(request.quoteHistory === false ? -1 : -HISTORY_MAX);
  const history = await asHistory(ports, userId, quoted, () => false);
  const draft = draftFollowUp(ports, origin, { parent, threadId, history }, request);
  const answer = await acceptDraft(ports, draft, receipt);
  await endIfParentEnded(ports, userId, draft.send.waitsFor);
  return answer;
};

/** The parent of a follow-up, with its conversation. */
interface FollowUpParent {
  readonly parent: Send;
  readonly threadId: string | undefined;
  /** The conversation up to the parent send, oldest first. */
  readonly history: readonly HistoryMessage[];
}

const draftFollowUp = (
  ports: Pick<FollowUpPorts, "sanitize" | "clock" | "ids">,
  origin: Origin,
  { parent, threadId, history }: FollowUpParent,
  request: ReplyRequest,
): Draft => {
  const composed = composeReply(
    { ...request, content: contentOf(request), quoteHistory: request.quoteHistory !== false, history },
    ports.sanitize,
  );
  return draftSend(ports, origin, {
    ...request,
    ...labelsOf(parent),
    ...labelsOf(request),
    ...composedIn(composed),
    ownEmail: parent.fromEmail,
    to: request.to ?? { name: parent.toName ?? "", email: parent.toEmail },
    cc: toAll(request, parent.cc ?? []),
    parentSentAt: parent.sentAt ?? parent.scheduledAt,
    answersSince: parent.createdAt,
    kind: "reply",
    threadId,
    ...afterParent(parent),
  });
};

/** A batch element that follows an earlier one: a follow-up to the send of that element. */
export const followingElement = (
  ports: Pick<FollowUpPorts, "sanitize" | "clock" | "ids">,
  request: ReplyRequest & Pick<FollowingElement, "follows" | "mailboxId">,
): FollowingElement => ({
  ...request,
  quotes: request.quoteHistory !== false,
  draft: (chain, origin) => {
    const parent = chain.at(-1)!.send;
    const quoted = chain.slice(request.quoteHistory === false ? -1 : -HISTORY_MAX);
    const history = quoted.map(({ send, body }) => sentAsHistory(send, body));
    return draftFollowUp(ports, origin, { parent, threadId: parent.threadId, history }, request);
  },
});
