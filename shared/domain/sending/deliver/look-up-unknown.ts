import type { Mailbox } from "../../mailboxes/mailbox.ts";
import { reachesMailbox } from "../../mailboxes/own-addresses.ts";
import { afterWork } from "./after-work.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import { RETRY_DELAYS_MS, tryAgain } from "./judge-outcome.ts";
import { whileLeased } from "./while-leased.ts";
import type { Claim } from "../ports/claims.ts";
import { allRecipients } from "../recipients.ts";
import type { Send } from "../send.ts";
import { atOnce } from "../wake/plan-wakes.ts";
import { LOOK_UP_AGAIN_MS, LOOK_UP_GIVE_UP_MS, WORKER_LIMIT_MS } from "../timing.ts";

/** What the mailbox's folders show about a send whose reply was lost, and which folders were searched, for its record. */
interface Evidence {
  /** `draft`: its draft is one still, so it was not sent. `pending`: its draft is in no folder and may be on its way. */
  readonly found: "found" | "draft" | "missing" | "pending" | "unreachable";
  readonly looked: string;
  /** The Message-ID by which the provider replaced ours. */
  readonly messageId?: string | undefined;
}

const UNKNOWN = "outcome unknown: the connection was lost after the message and before the server's reply";
const names = { sent: "the Sent folder", inbox: "the INBOX" } as const;

/**
 * Settles sends with unknown outcome by searching the mailbox's Sent folder, and its INBOX where the mailbox wrote to itself. Found means sent, else
 * failed. Where the server holds a draft, what became of it decides, and one that was not sent is sent. Nothing is ever sent again blindly (G4 in shared/domain/README.md). A later bounce or answer turns it to sent (domain/inbox/store).
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
    const state = account && send.draftId !== undefined ? await sentFolder.draft(account, send.draftId) : undefined;
    if (state?.kind === "sent") return { found: "found", looked: "", messageId: state.messageId };
    if (state?.kind === "draft") return { found: "draft", looked: "it is a draft still" };
    for (const use of isToItself ? (["sent", "inbox"] as const) : (["sent"] as const)) {
      const holds = account && (await sentFolder.contains(account, send.messageId, use));
      looked.push(holds === undefined ? `there is no ${names[use].slice(4)}` : `${names[use]} does not hold it`);
      if (holds) return { found: "found", looked: "" };
    }
    return { found: state ? "pending" : "missing", looked: [...looked, ...(state ? ["there is no such draft"] : [])].join(", ") };
  } catch (error) {
    log.warn("the Sent folder cannot be looked at", { mailboxId: mailbox.id, error });
    return { found: "unreachable", looked: [...looked, "the mailbox could not be looked at over IMAP"].join(", ") };
  }
};

const settleUnknown = async (ports: DeliverPorts, { token }: Claim, send: Send, evidence: Evidence): Promise<void> => {
  const { deliveries, wakeUps, clock, log } = ports;
  const { found, looked, messageId } = evidence;
  const now = clock.now().getTime();
  const againMs = lookAgainMs(found, now - (send.countedAt?.getTime() ?? 0));
  if (againMs !== undefined) {
    await deliveries.markUnknown(token, send, againMs);
    await wakeUps.wake([{ ...atOnce(send), dueAt: new Date(now + againMs) }]);
    return;
  }
  if (found === "draft") return sendDraftAgain(ports, token, send);
  const deferredForMs = send.deferred && RETRY_DELAYS_MS[0];
  if (found === "found") await deliveries.succeed(send, { deferredForMs, providerMessageId: messageId });
  else await deliveries.fail(token, [send], `${UNKNOWN}; ${looked}`, { outcomeUnknown: true });
  log.warn("outcome unknown: settled", { sendId: send.id, found });
  if (found === "found" && deferredForMs !== undefined) await wakeUps.wake([{ ...atOnce(send), dueAt: new Date(now + deferredForMs) }]);
  await afterWork(ports, found === "found" ? [send] : [], found === "found" ? [] : [send]);
};

/** How long until the next look, ms, so long after the intent; undefined when what was found decides. */
const lookAgainMs = (found: Evidence["found"], ageMs: number): number | undefined => {
  // The worker that wrote the intent may have been frozen before it sent the draft, and wake until its time limit: it must not send it after a cancel.
  if (found === "draft") return ageMs < WORKER_LIMIT_MS ? WORKER_LIMIT_MS - ageMs : undefined;
  const mayStillCome = (found === "unreachable" || found === "pending") && ageMs < LOOK_UP_GIVE_UP_MS;
  return mayStillCome ? LOOK_UP_AGAIN_MS : undefined;
};

/** Not sent: the next attempt sends the same draft, which the server sends only once. */
const sendDraftAgain = async (ports: DeliverPorts, token: string, send: Send): Promise<void> => {
  const verdict = tryAgain("the server did not answer; its draft was not sent", send, { random: 0.5 });
  ports.log.warn("outcome unknown: settled", { sendId: send.id, found: "draft" });
  if (verdict.kind === "fail") {
    await ports.deliveries.fail(token, [send], verdict.lastError);
    return afterWork(ports, [], [send]);
  }
  const { afterMs, lastError } = verdict;
  await ports.deliveries.requeue(token, [send], { afterMs, lastError, counts: true });
  await ports.wakeUps.wake([{ ...atOnce(send), dueAt: new Date(ports.clock.now().getTime() + afterMs) }]);
};
