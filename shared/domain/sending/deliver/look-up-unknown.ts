import type { Mailbox } from "../../mailboxes/mailbox.ts";
import { reachesMailbox } from "../../mailboxes/own-addresses.ts";
import { afterWork } from "./after-work.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import { RETRY_DELAYS_MS } from "./judge-outcome.ts";
import { whileLeased } from "./while-leased.ts";
import type { Claim } from "../ports/claims.ts";
import { allRecipients } from "../recipients.ts";
import type { Send } from "../send.ts";
import { atOnce } from "../wake/plan-wakes.ts";
import { LOOK_UP_AGAIN_MS, LOOK_UP_GIVE_UP_MS } from "../timing.ts";

/** What the mailbox's folders show about a send whose reply was lost, and which folders were searched, for its record. */
interface Evidence {
  readonly found: "found" | "missing" | "unreachable";
  readonly looked: string;
}

const UNKNOWN = "outcome unknown: the connection was lost after the message and before the server's reply";
const names = { sent: "the Sent folder", inbox: "the INBOX" } as const;

/**
 * Settles sends with unknown outcome by searching the mailbox's Sent folder, and its INBOX where the mailbox wrote to itself. Found means sent, else
 * failed; nothing is ever sent again blindly (G4 in shared/domain/README.md). A later bounce or answer turns it to sent (domain/inbox/store).
 */
export const lookUpUnknown = async (ports: DeliverPorts, mailboxId: string, mailbox: Mailbox | undefined): Promise<void> => {
  const claim = await ports.deliveries.claimUnknown(mailboxId);
  await whileLeased(ports, claim, async () => {
    for (const { send } of claim.drafts) await settleUnknown(ports, claim, send, await evidence(ports, mailbox, send));
  });
};

const evidence = async ({ mailAccounts, sentFolder, log }: DeliverPorts, mailbox: Mailbox | undefined, send: Send): Promise<Evidence> => {
  if (send.repliedAt ?? send.bouncedAt) return { found: "found", looked: "" };
  if (!mailbox?.imap) return { found: "missing", looked: "no folder could be looked at without IMAP" };
  const isToItself = allRecipients(send).some((email) => reachesMailbox(mailbox, email));
  const looked: string[] = [];
  try {
    const account = await mailAccounts.imap(mailbox);
    for (const use of isToItself ? (["sent", "inbox"] as const) : (["sent"] as const)) {
      const holds = account && (await sentFolder.contains(account, send.messageId, use));
      looked.push(holds === undefined ? `there is no ${names[use].slice(4)}` : `${names[use]} does not hold it`);
      if (holds) return { found: "found", looked: "" };
    }
    return { found: "missing", looked: looked.join(", ") };
  } catch (error) {
    log.warn("the Sent folder cannot be looked at", { mailboxId: mailbox.id, error });
    return { found: "unreachable", looked: [...looked, "the mailbox could not be looked at over IMAP"].join(", ") };
  }
};

const settleUnknown = async (ports: DeliverPorts, { token }: Claim, send: Send, { found, looked }: Evidence): Promise<void> => {
  const { deliveries, wakeUps, clock, log } = ports;
  const now = clock.now().getTime();
  const mayStillCome = now - (send.countedAt?.getTime() ?? 0) < LOOK_UP_GIVE_UP_MS;
  if (found === "unreachable" && mayStillCome) {
    await deliveries.markUnknown(token, send, LOOK_UP_AGAIN_MS);
    await wakeUps.wake([{ ...atOnce(send), dueAt: new Date(now + LOOK_UP_AGAIN_MS) }]);
    return;
  }
  const deferredForMs = send.deferred && RETRY_DELAYS_MS[0];
  if (found === "found") await deliveries.succeed(send, { deferredForMs });
  else await deliveries.fail(token, [send], `${UNKNOWN}; ${looked}`, { outcomeUnknown: true });
  log.warn("outcome unknown: settled", { sendId: send.id, found });
  if (found === "found" && deferredForMs !== undefined) await wakeUps.wake([{ ...atOnce(send), dueAt: new Date(now + deferredForMs) }]);
  await afterWork(ports, found === "found" ? [send] : [], found === "found" ? [] : [send]);
};
