import type { Mailbox } from "../../mailboxes/mailbox.ts";
import { afterWork } from "./after-work.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import type { Claim } from "../ports.ts";
import type { Send } from "../send.ts";
import { LOOK_UP_AGAIN_MS, LOOK_UP_GIVE_UP_MS } from "../timing.ts";

/** What the Sent folder says about a send whose reply was lost. */
type Evidence = "found" | "missing" | "unreachable";

const UNKNOWN = "outcome unknown: the connection was lost after the message and before the server's reply";

/** Settles sends whose outcome is unknown by the mailbox's Sent folder: found is sent, else failed, and never a blind resend (G4). */
export const lookUpUnknown = async (ports: DeliverPorts, mailboxId: string, mailbox: Mailbox | undefined): Promise<void> => {
  const claim = await ports.deliveries.claimUnknown(mailboxId);
  for (const { send } of claim.drafts) await settleUnknown(ports, claim, send, await evidence(ports, mailbox, send));
};

const evidence = async ({ mailAccounts, sentFolder, log }: DeliverPorts, mailbox: Mailbox | undefined, send: Send): Promise<Evidence> => {
  if (!mailbox?.imap) return "missing";
  try {
    const account = await mailAccounts.imap(mailbox);
    return account && (await sentFolder.contains(account, send.messageId)) ? "found" : "missing";
  } catch (error) {
    log.warn("the Sent folder cannot be looked at", { mailboxId: mailbox.id, error });
    return "unreachable";
  }
};

const settleUnknown = async (ports: DeliverPorts, { token }: Claim, send: Send, found: Evidence): Promise<void> => {
  const { deliveries, wakeUps, clock, log } = ports;
  const now = clock.now().getTime();
  const mayStillCome = now - (send.countedAt?.getTime() ?? 0) < LOOK_UP_GIVE_UP_MS;
  if (found === "unreachable" && mayStillCome) {
    await deliveries.suspect(token, send, LOOK_UP_AGAIN_MS);
    await wakeUps.wake([{ id: send.id, mailboxId: send.mailboxId, dueAt: new Date(now + LOOK_UP_AGAIN_MS) }]);
    return;
  }
  if (found === "found") await deliveries.succeed(send);
  else await deliveries.fail(token, [send], UNKNOWN, true);
  log.warn("outcome unknown: settled", { sendId: send.id, found });
  await afterWork(ports, found === "found" ? [send] : [], found === "found" ? [] : [send]);
};
