import { notFound } from "../errors.ts";
import type { Mailboxes } from "../mailboxes/ports.ts";
import type { Sends } from "../sending/ports/sends.ts";
import type { MessageFilter, Messages, ThreadIds } from "./ports/messages.ts";

/** The ids that a filter of messages or threads may name. */
export type FilterIds = Pick<MessageFilter, "mailboxId" | "threadId" | "emailJobId">;

/** The ports of checking a filter's ids. */
export interface FilterPorts {
  readonly messages: Pick<Messages, "list">;
  readonly threads: ThreadIds;
  readonly sends: Pick<Sends, "find">;
  readonly mailboxes: Pick<Mailboxes, "find">;
}

/** Whether the account has, or had, the mailbox: a deleted one's mail stays readable. */
const knowsMailbox = async ({ mailboxes, messages }: FilterPorts, userId: string, mailboxId: string): Promise<boolean> =>
  (await mailboxes.find(userId, mailboxId)) !== undefined ||
  (await messages.list(userId, { mailboxId }, { limit: 1, offset: 0 })).length > 0;

/**
 * Checks a filter's ids, and replaces a merged thread's id by the current one. Throws 404 for ids that the account does not have, whether or not they
 * exist elsewhere.
 */
export const settleFilter = async <F extends FilterIds>(ports: FilterPorts, userId: string, filter: F): Promise<F> => {
  const { mailboxId, threadId, emailJobId } = filter;
  const [known, thread, send] = await Promise.all([
    mailboxId === undefined || knowsMailbox(ports, userId, mailboxId),
    threadId === undefined ? undefined : ports.threads.find(userId, threadId),
    emailJobId === undefined ? undefined : ports.sends.find(userId, emailJobId),
  ]);
  if (!known) throw notFound("Mailbox");
  if (threadId !== undefined && !thread) throw notFound("Thread");
  if (emailJobId !== undefined && !send) throw notFound("Send");
  return thread ? { ...filter, threadId: thread.id } : filter;
};
