import type { Mailbox } from "../mailboxes/mailbox.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import type { Send } from "./send.ts";
import type { SentMail } from "./settlement.ts";

type AfterWorkPorts = Pick<DeliverPorts, "sends" | "deliveries" | "wakeUps" | "mailAccounts" | "sentFolder" | "log">;

/**
 * What follows from results that are written: follow-ups leave or fail with their original, threads are brought up to date, copies are
 * filed in the Sent folder. May be lost, and never changes a send; never throws.
 */
export const afterWork = async (
  ports: AfterWorkPorts,
  mailbox: Mailbox | undefined,
  sent: readonly SentMail[],
  failed: readonly Send[],
): Promise<void> => {
  const done = sent.map(({ send }) => send);
  await Promise.all([
    quietly(ports, "follow-ups", () => releaseFollowUps(ports, done, false)),
    quietly(ports, "follow-ups", () => releaseFollowUps(ports, failed, true)),
    quietly(ports, "threads", () => refreshThreads(ports, [...done, ...failed])),
    quietly(ports, "sent copies", () => fileCopies(ports, mailbox, sent)),
  ]);
};

const quietly = async ({ log }: AfterWorkPorts, what: string, work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    log.warn("after-work failed", { what, error });
  }
};

const releaseFollowUps = async ({ sends, wakeUps }: AfterWorkPorts, originals: readonly Send[], scheduledToo: boolean): Promise<void> => {
  for (const [userId, group] of Map.groupBy(originals, (send) => send.userId)) {
    const waiting = await sends.hurryFollowUps(
      userId,
      group.map(({ id }) => id),
      scheduledToo,
    );
    if (waiting.length > 0) await wakeUps.wake(waiting);
  }
};

const refreshThreads = async ({ deliveries }: AfterWorkPorts, changed: readonly Send[]): Promise<void> => {
  for (const [userId, group] of Map.groupBy(changed, (send) => send.userId)) {
    await deliveries.refreshThreads(userId, [...new Set(group.flatMap(({ threadId }) => threadId ?? []))]);
  }
};

const fileCopies = async (
  { mailAccounts, sentFolder }: AfterWorkPorts,
  mailbox: Mailbox | undefined,
  sent: readonly SentMail[],
): Promise<void> => {
  const copies = sent.flatMap(({ copy }) => copy ?? []);
  if (!mailbox || copies.length === 0) return;
  const account = await mailAccounts.imap(mailbox);
  if (account) await sentFolder.append(account, copies);
};
