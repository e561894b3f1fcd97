import type { Mailbox } from "../mailboxes/mailbox.ts";
import { buildMime } from "./build-mime.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import { judgeOutcome, refusesLogin } from "./judge-outcome.ts";
import { mayLeaveAfterOriginal } from "./leave-after-original.ts";
import type { MailConnection, NoConnection } from "./mail-connection.ts";
import { mailOf } from "./mail-of.ts";
import type { Claim, Draft } from "./ports.ts";
import type { Send } from "./send.ts";
import { type SentMail, settlement } from "./settlement.ts";
import { DOT_REPLY_MS } from "./timing.ts";

/** A claim and what to deliver it with; times in ms since the epoch. */
export interface ClaimRun {
  readonly mailbox: Mailbox;
  readonly connection: MailConnection;
  readonly claim: Claim;
  /** No send is begun later. */
  readonly stopAt: number;
  /** Nothing is waited for longer. */
  readonly endAt: number;
}

/** What became of a claim. */
export interface ClaimReport {
  readonly sent: readonly SentMail[];
  readonly failed: readonly Send[];
  /** False when the mailbox's next claim would fare no better now. */
  readonly goOn: boolean;
}

/** True where copies of sent mail are ours to file: Google and Outlook file their own. */
const wantsCopies = ({ type, imap }: Mailbox): boolean => type === "smtp" && imap !== undefined;

const build = (draft: Draft): Buffer | undefined => {
  try {
    return buildMime(mailOf(draft));
  } catch {
    return undefined;
  }
};

/**
 * Delivers the sends of a claim one after the other. The result of one is written while the next one's MAIL and RCPT are under way, and
 * before the next one's intent: at most one result is ever on its way to the database.
 */
export const deliverClaim = async (ports: DeliverPorts, run: ClaimRun): Promise<ClaimReport> => {
  const { deliveries, clock } = ports;
  const { mailbox, connection, claim, stopAt, endAt } = run;
  const settle = settlement(ports, claim.token, endAt);
  const now = () => clock.now().getTime();
  const random = Number.parseInt(ports.ids.random(4), 16) / 2 ** 32;
  let written: Promise<void> = Promise.resolve();
  const report = (goOn: boolean): ClaimReport => ({ sent: settle.sent, failed: settle.failed, goOn });

  /** No connection: every send that wanted it was tried in vain. */
  const settleAll = async (outcome: NoConnection, sends: readonly Send[]) => {
    const alike = Map.groupBy(sends, ({ attempts, maxAttempts }) => `${attempts}/${maxAttempts}`);
    for (const group of alike.values()) {
      const [first] = group;
      const verdict = first && judgeOutcome(outcome, first, random);
      if (!verdict || verdict.kind === "sent" || verdict.kind === "fenced") continue;
      await settle.apply(verdict, group);
      if (verdict.kind === "wait") await deliveries.putOff(mailbox.id, verdict.afterMs);
    }
  };

  for (const [index, draft] of claim.drafts.entries()) {
    const { send } = draft;
    const unsent = (from: number) => claim.drafts.slice(from).map((other) => other.send);
    if (now() >= stopAt) {
      await written;
      await settle.giveBack(unsent(index), { afterMs: 0, counts: false });
      return report(false);
    }
    if (send.waitsFor !== undefined) {
      await written;
      if (!(await mayLeaveAfterOriginal(ports, settle, send))) continue;
    }
    const raw = build(draft);
    if (!raw) {
      await settle.fail([send], "the message cannot be built");
      continue;
    }
    const submission = await connection.get(send.ipId);
    if ("kind" in submission) {
      await written;
      await settleAll(submission, unsent(index));
      return report(false);
    }
    const intend = async () => {
      await written;
      return deliveries.intend(claim.token, send);
    };
    const message = { from: send.fromEmail, to: send.toEmail, raw };
    const outcome = await submission.submit(message, intend, Math.min(DOT_REPLY_MS, endAt - now()));
    await written;
    const verdict = judgeOutcome(outcome, send, random);
    if (verdict.kind === "sent") {
      written = settle.succeed(send, wantsCopies(mailbox) ? { raw, sentAt: clock.now() } : undefined);
      continue;
    }
    // The lease covers the whole claim: whoever holds it now has the other sends too.
    if (verdict.kind === "fenced") return report(false);
    await settle.apply(verdict, [send]);
    if (verdict.kind !== "wait") continue;
    if (outcome.kind === "refused" && refusesLogin(outcome)) await connection.noteFailure(outcome);
    await settle.giveBack(unsent(index + 1), { afterMs: verdict.afterMs, counts: false });
    await deliveries.putOff(mailbox.id, verdict.afterMs);
    return report(false);
  }
  await written;
  return report(true);
};
