import { isDeepStrictEqual } from "node:util";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { paceOf } from "#shared/mailboxes/pace.ts";
import { nextInWindow } from "../departure/wall-time.ts";
import type { Claim } from "../ports/claims.ts";
import { allRecipients, withoutDropped } from "../recipients.ts";
import type { Send } from "../send.ts";
import { cancelledBy, type Suppressed, suppressedAmong } from "../refused-recipients.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import type { Leave } from "./prepare.ts";

/** Detects what must stop a mailbox's claimed sends: a lower limit, a deleted mailbox, or a suppression. */
export interface StopWatch {
  /** Looks up the suppressed recipients of the claimed sends; at the run's first claim also whether a stop came before it. */
  begin(claim: Pick<Claim, "token" | "drafts">): Promise<void>;
  /** The ids of the claim's sends that its token still holds. */
  held(): Promise<ReadonlySet<string>>;
  /** The suppressed recipients of a claimed send, by the last look-up. */
  readonly suppressed: (send: Send) => readonly Suppressed[];
  /** Whether the mailbox's workday is over, so that nothing leaves. */
  readonly isClosed: () => boolean;
  /** Whether no send that was claimed under the mailbox's former limit may leave any more. */
  readonly isOver: () => boolean;
  /** Checks whether a stop has come since the last look-up, and if so looks up again. It is the last check before a send's intent. */
  check(send: Send): Promise<Leave>;
}

type StopPorts = Pick<DeliverPorts, "deliveries" | "mailboxes" | "suppressions" | "clock">;

/**
 * The send returns to the queue: the next claim applies the new limit, finds the mailbox deleted, or builds the email without the suppressed copy.
 */
const givenBack: Leave = { kind: "waits", afterMs: 0 };
/**
 * The result when the mailbox's workday is over: the send is requeued, and the next claim pauses the mailbox by the database's clock. The delay of a
 * minute covers a worker's clock that is ahead of the database's.
 */
export const closed: Leave = { kind: "waits", afterMs: 60_000 };

/**
 * Checks during a worker's run whether claimed sends must stop. It reads the stop version before the mailbox and suppressions, so that a check sees
 * every stop that was answered before it.
 */
export const stopWatch = (ports: StopPorts, mailbox: Mailbox): StopWatch => {
  /** Less than every version, so that nothing read before the first one counts. */
  let seen = -1;
  let isOver = false;
  let token = "";
  let claimed: readonly Send[] = [];
  let suppressed: StopWatch["suppressed"] = () => [];

  const isClosed = () => {
    const now = ports.clock.now();
    return Boolean(mailbox.workday && nextInWindow(mailbox.workday, now) > now);
  };
  const lookAgain = async (now: number): Promise<void> => {
    const [fresh, found] = await Promise.all([ports.mailboxes.findForJob(mailbox.id), suppressedAmong(ports, claimed)]);
    isOver ||= !fresh || fresh.maxDailySends < mailbox.maxDailySends || !isDeepStrictEqual(paceOf(fresh), paceOf(mailbox));
    // When several connections looked at the same time, the result of the one that began last is used.
    if (now < seen) return;
    seen = now;
    suppressed = found;
  };
  const look = async (): Promise<void> => {
    const now = await ports.deliveries.stopVersion(mailbox.userId);
    if (now !== seen) await lookAgain(now);
  };
  return {
    begin: async (claim) => {
      token = claim.token;
      claimed = claim.drafts.map(({ send }) => send);
      if (seen < 0) return look();
      suppressed = await suppressedAmong(ports, claimed);
    },
    held: () => ports.deliveries.held(token, claimed),
    suppressed: (send) => suppressed(send),
    isClosed,
    isOver: () => isOver,
    check: async (send) => {
      await look();
      if (isOver) return givenBack;
      if (isClosed()) return closed;
      const found = suppressed(send);
      const reason = cancelledBy(found, send.toEmail);
      if (reason) return { kind: "cancelled", reason };
      const blocked = found.map(({ email }) => email);
      return allRecipients(withoutDropped(send)).some((email) => blocked.includes(email)) ? givenBack : { kind: "ready" };
    },
  };
};
