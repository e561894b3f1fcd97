import type { Mailbox } from "../../mailboxes/mailbox.ts";
import { buildMime } from "../../mail/write/build-mime.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import { judgeOutcome, refusesLogin } from "./judge-outcome.ts";
import { sentOriginal } from "./leave-after-original.ts";
import type { MailConnection, NoConnection } from "./mail-connection.ts";
import { mailOf } from "./mail-of.ts";
import type { Claim, Draft } from "../ports.ts";
import type { Send } from "../send.ts";
import { type SentMail, settlement } from "./settlement.ts";
import { DOT_REPLY_MS } from "../timing.ts";

/** A claim and what to deliver it with; times in ms since the epoch. */
export interface ClaimRun {
  readonly mailbox: Mailbox;
  /** Each carries its share of the claim, side by side. */
  readonly connections: readonly MailConnection[];
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

/** A send that was dealt with; its result may still be on its way. */
interface Delivered {
  readonly written: Promise<void>;
}

/** For so few sends a second connection costs more round trips than it saves. */
const ONE_CONNECTION_UP_TO = 10;

/** True where copies of sent mail are ours to file: Google and Outlook file their own. */
const wantsCopies = ({ type, imap }: Mailbox): boolean => type === "smtp" && imap !== undefined;

const build = (draft: Draft, original: Send | undefined): Buffer | undefined => {
  try {
    return buildMime(mailOf(draft, original?.sentAt));
  } catch {
    return undefined;
  }
};

/**
 * Delivers the sends of a claim. On each connection a result is given to the database before anything else is done, and is being written
 * while the next send is under way; at most one result of a connection is ever on its way.
 */
export const deliverClaim = async (ports: DeliverPorts, run: ClaimRun): Promise<ClaimReport> => {
  const { deliveries, clock } = ports;
  const { mailbox, connections, claim, stopAt, endAt } = run;
  const settle = settlement(ports, claim.token, endAt);
  const now = () => clock.now().getTime();
  const random = Number.parseInt(ports.ids.random(4), 16) / 2 ** 32;
  const queue = [...claim.drafts];
  /** Takes what is left of the claim, or what of it is concerned. */
  const remaining = (isConcerned: (send: Send) => boolean = () => true): readonly Send[] => {
    const left = queue.splice(0);
    queue.push(...left.filter(({ send }) => !isConcerned(send)));
    return left.map(({ send }) => send).filter(isConcerned);
  };
  let goOn = true;
  /** Undefined until a connection was wanted. */
  let connected: boolean | undefined;

  /** No connection: every send that is left for the same way out was tried in vain, or every one when the login was refused; answers whether the claim ends with it. */
  const settleUnconnected = async (outcome: NoConnection, send: Send): Promise<boolean> => {
    connected ??= false;
    const ends = judgeOutcome(outcome, send, random).kind === "wait" && (outcome.kind === "unreached" || outcome.at !== "connection");
    const concerned = [send, ...remaining(({ ipId }) => ends || ipId === send.ipId)];
    const alike = Map.groupBy(concerned, ({ attempts, maxAttempts }) => `${attempts}/${maxAttempts}`);
    for (const group of alike.values()) {
      const [first] = group;
      const verdict = first && judgeOutcome(outcome, first, random);
      if (!verdict || verdict.kind === "sent" || verdict.kind === "fenced") continue;
      await settle.apply(verdict, group);
      if (verdict.kind === "wait") await deliveries.putOff(mailbox.id, verdict.afterMs, ends ? undefined : send);
    }
    return ends;
  };

  /** Delivers one send; answers undefined when the claim must end here. */
  const deliver = async (connection: MailConnection, draft: Draft, written: Promise<void>): Promise<Delivered | undefined> => {
    const { send } = draft;
    if (now() >= stopAt) {
      await settle.giveBack([send, ...remaining()], { afterMs: 0, counts: false });
      return undefined;
    }
    let original: Send | undefined;
    if (send.waitsFor !== undefined) {
      await written;
      original = await sentOriginal(ports, settle, send, send.waitsFor);
      if (!original) return { written };
    }
    const raw = build(draft, original);
    if (!raw) {
      await settle.fail([send], "the message cannot be built");
      return { written };
    }
    const submission = await connection.get(send.ipId);
    if ("kind" in submission) {
      return (await settleUnconnected(submission, send)) ? undefined : { written };
    }
    connected = true;
    const intend = () => deliveries.intend(claim.token, send);
    const message = { from: send.fromEmail, to: send.toEmail, raw };
    const outcome = await submission.submit(message, intend, Math.min(DOT_REPLY_MS, endAt - now()));
    await written;
    const verdict = judgeOutcome(outcome, send, random);
    if (verdict.kind === "sent") {
      return { written: settle.succeed(send, wantsCopies(mailbox) ? { raw, sentAt: clock.now() } : undefined) };
    }
    // The lease covers the whole claim: whoever holds it now has the other sends too.
    if (verdict.kind === "fenced") return void remaining();
    await settle.apply(verdict, [send]);
    if (verdict.kind !== "wait") return { written };
    if (outcome.kind === "refused" && refusesLogin(outcome)) await connection.noteFailure(outcome);
    await settle.giveBack(remaining(), { afterMs: verdict.afterMs, counts: false });
    await deliveries.putOff(mailbox.id, verdict.afterMs);
    return undefined;
  };

  const lane = async (connection: MailConnection): Promise<void> => {
    let written = Promise.resolve();
    try {
      for (let draft = queue.shift(); draft; draft = queue.shift()) {
        const next = await deliver(connection, draft, written);
        if (!next) {
          goOn = false;
          break;
        }
        written = next.written;
      }
    } finally {
      // Whatever happened: a function that returns is frozen, and with it the result that is not written yet.
      await written;
    }
  };
  const lanes = claim.drafts.length > ONE_CONNECTION_UP_TO ? connections : connections.slice(0, 1);
  const ended = await Promise.allSettled(lanes.map(lane));
  for (const end of ended) if (end.status === "rejected") throw end.reason;
  return { sent: settle.sent, failed: settle.failed, goOn: goOn && connected !== false };
};
