import { isOfWorld } from "#shared/providers/index.ts";
import { hash } from "node:crypto";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { RefusedMail, RefusedRun } from "../ports/deliveries.ts";
import type { Outcome } from "../ports/submission.ts";
import type { RefusedRecipient } from "../recipients.ts";
import type { Send } from "../send.ts";
import { MAILBOX_DOWN_MAX_MS, PROBE_AFTER_MS, UNDECIDED_LOOK_MS, UNDECIDED_MAX_MS } from "../waiting.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import type { Setback } from "./outcome.ts";
import { isAboutMail, wordsOf } from "./reply-subject.ts";

type Refused = Extract<Outcome, { kind: "refused" }>;
type Fail = Extract<Setback, { kind: "fail" }>;

/** What a permanent refusal is about: this mail, all mail with this sender's address (an alias), the whole mailbox, or not known yet. */
export type RefusalScope = "mail" | "undecided" | "alias" | "mailbox";

/** This many recipients of different domains, or this many recipients in all, refused in a row are no coincidence. */
const DOMAINS_IN_ROW = 3;
const RECIPIENTS_IN_ROW = 5;

/** The replies that refused a mail: the one to the mail, or one for each recipient when all were refused. */
const repliesOf = ({ reply, code, recipients = [] }: Refused): readonly { readonly code: number; readonly reply: string }[] =>
  recipients.length > 0 ? recipients : [{ code, reply }];

/** Whether the server refused the mail for good, with a 5xx. A failure after the last attempt was a 4xx; 503 is about the order of commands. */
export const isRefusedForGood = (outcome: Outcome): outcome is Refused =>
  outcome.kind === "refused" && repliesOf(outcome).some(({ code }) => code >= 500 && code !== 503);

const hashOf = (text: string): string => hash("sha256", text).slice(0, 16);

/** The facts about a refused mail that the mailbox's delivery row stores. */
export const refusedMail = ({ toEmail, fromEmail }: Send, outcome: Refused): RefusedMail => {
  const recipient = toEmail.toLowerCase();
  const replies = repliesOf(outcome).map(({ reply }) => reply);
  return {
    recipient: hashOf(recipient),
    domain: hashOf(recipient.slice(recipient.lastIndexOf("@") + 1)),
    fromEmail,
    words: wordsOf(replies[0] ?? "", recipient),
    isAboutMail: replies.every(isAboutMail),
  };
};

const isEnough = (some: readonly RefusedMail[]): boolean =>
  new Set(some.map(({ domain }) => domain)).size >= DOMAINS_IN_ROW ||
  new Set(some.map(({ recipient }) => recipient)).size >= RECIPIENTS_IN_ROW;

/** Whether another recipient was refused in the same words, and no mail from the same sender was accepted since. */
const isToldAgain = ({ refused, acceptedFromAt }: RefusedRun, { recipient, words }: Pick<RefusedMail, "recipient" | "words">): boolean =>
  refused.some((other) => other.words === words && other.recipient !== recipient && (!acceptedFromAt || other.at > acceptedFromAt));

/**
 * Whether several refusals in a row, without an accepted mail in between, are about the mailbox or its alias; equal replies count whatever their
 * subject. After an hour of nothing but refusals two recipients are enough, because no more sends may be due.
 */
const blameOfRow = (
  { refused, acceptedAt, acceptedFromAt }: RefusedRun,
  { email }: Pick<Mailbox, "email">,
  isLate: boolean,
): "alias" | "mailbox" | undefined => {
  const newest = refused.at(-1);
  if (!newest) return undefined;
  const alike = refused.filter(({ words, isAboutMail: isClear }) => words === newest.words || (!isClear && !newest.isAboutMail));
  const after = (accepted: Date | undefined) => alike.filter(({ at }) => !accepted || at > accepted);
  const ofAlias = (some: typeof alike) => some.filter(({ fromEmail }) => fromEmail === newest.fromEmail);
  const isRow = (some: typeof alike) => isEnough(some) || (isLate && isToldAgain({ refused: some, acceptedAt, acceptedFromAt }, newest));
  if (newest.fromEmail !== email && isRow(ofAlias(after(acceptedFromAt)))) return "alias";
  return isRow(after(acceptedAt)) ? "mailbox" : undefined;
};

/** The facts to judge besides the refused mails. */
interface Judged {
  readonly undecidedSince: Date | undefined;
  readonly mailbox: Pick<Mailbox, "email" | "type">;
  /** Whether the server already refuses the whole mailbox's mail. */
  readonly isRefusing: boolean;
  readonly now: Date;
}

/**
 * Judges a permanent refusal by two signs (shared/README.md, "Two signs"). It is about the mail when its code and words say so, when other mail of
 * the same sender was accepted after it, or after an hour in which nobody else was refused in the same way. It is about the mailbox or the alias
 * after several refusals in a row. A mailbox that is refused stays so until mail is accepted.
 */
export const judgeRefusedMail = (run: RefusedRun, { mailbox, isRefusing, undecidedSince, now }: Judged): RefusalScope => {
  const isLate = undecidedSince !== undefined && now.getTime() - undecidedSince.getTime() >= UNDECIDED_MAX_MS;
  // A test world's server never refuses an account.
  const row = isOfWorld(mailbox.type) ? undefined : blameOfRow(run, mailbox, isLate);
  if (row) return row;
  if (run.refused.at(-1)?.isAboutMail ?? true) return "mail";
  if (isRefusing) return "mailbox";
  if (!undecidedSince) return "undecided";
  const isAcceptedSince = run.acceptedFromAt !== undefined && run.acceptedFromAt > undecidedSince;
  return isAcceptedSince || isLate ? "mail" : "undecided";
};

/** How long a refused mailbox or alias waits for its next probe, a single mail, ms; the waits grow, and end with the 72 hours. */
export const probeAfterMs = (since: Date | undefined, now: Date): number => {
  const refusedMs = since ? now.getTime() - since.getTime() : 0;
  const left = MAILBOX_DOWN_MAX_MS - refusedMs;
  return Math.max(UNDECIDED_LOOK_MS, Math.min(Math.max(PROBE_AFTER_MS, refusedMs / 2), left));
};

/** Whether a mailbox's mail, or an alias's, has been refused for 72 hours. */
export const isRefusedTooLong = (since: Date | null | undefined, now: Date): boolean =>
  since !== undefined && since !== null && now.getTime() - since.getTime() >= MAILBOX_DOWN_MAX_MS;

/** The `last_error` of mail that fails because its mailbox was refused for 72 hours, with the server's last words. */
export const refusedTooLong = (reply: string): string => `the mailbox's server has refused its mail for 72 hours: ${reply}`;

interface Doubt {
  readonly send: Send;
  readonly mail: RefusedMail;
  readonly refused: readonly RefusedRecipient[] | undefined;
  readonly at: number;
}

/** The sends that a worker's run has left undecided. They wait in the queue, so a worker's death loses no decision; it only comes later. */
export interface UndecidedMail {
  /** The number of undecided sends so far, as the time for `accepted`. */
  now(): number;
  add(send: Send, mail: RefusedMail, verdict: Fail): void;
  /** Takes the mailbox's latest refusals. */
  saw(run: RefusedRun): void;
  /** Decides the sends of the sender's address that were refused before an accepted mail was started: their refusals were about them. */
  accepted(fromEmail: string, begunAt: number): Promise<void>;
  /** Decides the sends that were refused in words that nobody else was, because nothing else is due that could be a second sign. */
  nothingElseIsDue(): Promise<void>;
  /** Decides one send: its refusal was about this mail. */
  decide(send: Send): Promise<void>;
  /** The mailbox, or this alias, is refused: its sends keep waiting and leave the list. */
  forget(fromEmail?: string): void;
  /** The sends that were decided since the last call. */
  takeDecided(): readonly Send[];
  /** The sends that are still undecided. */
  left(): readonly Send[];
}

/** The refusals of a mailbox when the store cannot be asked. */
export const NO_RUN: RefusedRun = { refused: [], acceptedAt: undefined, acceptedFromAt: undefined };

/** Makes the list of sends that a worker's run leaves undecided. */
export const undecidedMailOf = ({ deliveries, log }: Pick<DeliverPorts, "deliveries" | "log">): UndecidedMail => {
  let time = 0;
  let open: readonly Doubt[] = [];
  let decided: Send[] = [];
  let latest: RefusedRun = NO_RUN;
  const decide = async (some: readonly Doubt[]): Promise<void> => {
    open = open.filter((doubt) => !some.includes(doubt));
    for (const { send, refused } of some) {
      try {
        await deliveries.decide(send, { refused });
        decided.push(send);
      } catch (error) {
        // The send stays undecided, and is judged again at its next attempt.
        log.warn("an undecided send could not be decided", { sendId: send.id, error });
      }
    }
  };
  return {
    now: () => time,
    add: (send, mail, { refused }) => {
      time += 1;
      open = [...open, { send, mail, refused, at: time }];
    },
    saw: (run) => void (latest = run),
    accepted: (fromEmail, begunAt) => decide(open.filter(({ send, at }) => send.fromEmail === fromEmail && at <= begunAt)),
    nothingElseIsDue: () => decide(open.filter(({ mail }) => !isToldAgain(latest, mail))),
    decide: ({ id }) => decide(open.filter(({ send }) => send.id === id)),
    forget: (fromEmail) => void (open = open.filter(({ send }) => fromEmail !== undefined && send.fromEmail !== fromEmail)),
    takeDecided: () => {
      const taken = decided;
      decided = [];
      return taken;
    },
    left: () => open.map(({ send }) => send),
  };
};
