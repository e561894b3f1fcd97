import {
  type Draft,
  type Accepted,
  type AcceptedSends,
  acceptedOf,
  type Enrolment,
  HELD_MAX,
  type SavedAnswer,
  type Ips,
  type WrittenDraft,
} from "../ports/acceptance.ts";
import { hourlyLimitReached, insufficientScope, Refusal, walletEmpty } from "#shared/platform/errors.ts";
import type { Mailboxes } from "#shared/mailboxes/ports.ts";
import type { ChoosePorts } from "./choose-mailbox.ts";
import type { Clock, Ids } from "#shared/platform/ports.ts";
import { draftSend, writtenBy, findOrigins, type Places, type SendRequest } from "./draft.ts";
import type { Writer, Send } from "../send.ts";
import type { WakeUps } from "../ports/wake-ups.ts";
import type { Email } from "../email.ts";
import { recentlyContacted, recipientSuppressed, suppressedAmong, type SuppressedPorts } from "../refused-recipients.ts";

/** The dependencies of adding the headers of one-click unsubscribing. */
interface UnsubscribeHeaderPorts {
  /** Returns a function that makes the URL of a send's unsubscribe link. */
  readonly unsubscribeLinks: () => Promise<(sendId: string) => string>;
}

/**
 * Adds the headers of one-click unsubscribing to the drafts that ask for them (RFC 8058, section 3.1). They are stored, so every attempt has the same
 * ones.
 */
export const withUnsubscribe = async (
  { unsubscribeLinks }: UnsubscribeHeaderPorts,
  drafts: readonly Draft[],
): Promise<readonly Draft[]> => {
  if (!drafts.some(({ unsubscribe }) => unsubscribe)) return drafts;
  const linkOf = await unsubscribeLinks();
  return drafts.map((draft) => {
    if (!draft.unsubscribe) return draft;
    const added = { "List-Unsubscribe": `<${linkOf(draft.send.id)}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
    return { ...draft, send: { ...draft.send, headers: { ...draft.send.headers, ...added } } };
  });
};

/** The dependencies of accepting a send. */
export interface AcceptPorts extends SuppressedPorts, UnsubscribeHeaderPorts {
  readonly mailboxes: Pick<Mailboxes, "findMany">;
  readonly ips: Ips;
  readonly acceptedSends: AcceptedSends;
  readonly wakeUps: Pick<WakeUps, "wake">;
  /** Loads what choosing a mailbox among several reads; absent where every email names one. */
  readonly choosing?: () => Promise<ChoosePorts>;
  /** Publishes the events of held emails at once, and never throws; absent: the sweeper does. */
  readonly publishHeld?: (sendIds: readonly string[]) => Promise<unknown>;
  /** Counts emails whose recipients had been contacted recently, and never throws; absent where nobody counts. */
  readonly countContacted?: (userId: string, refused: readonly Send[]) => Promise<unknown>;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** How to answer an accepted email. With an idempotency claim, the answer is saved together with the charge. */
export interface Receipt<Answer, Accepted = Send> {
  /** The key that has it sent: what a key writes that may not send is held. */
  readonly by: Writer;
  readonly claim: SavedAnswer["claim"] | undefined;
  readonly answer: (accepted: Accepted) => Answer;
}

/** Chooses the mailbox and address that each email leaves from; a request may name several mailboxes or a pool. */
export const findPlaces = async (
  ports: Pick<AcceptPorts, "mailboxes" | "ips" | "choosing" | "clock">,
  userId: string,
  requests: readonly SendRequest[],
  by: Writer,
): Promise<Places> => {
  const named = requests.flatMap(({ mailboxId }) => mailboxId ?? []);
  if (named.length < requests.length) return (await import("./choose-mailbox.ts")).choosing(ports, userId, requests, by);
  const originOf = await findOrigins(ports, userId, named);
  return { originOf, placeOf: (request) => originOf({ ...request, mailboxId: request.mailboxId ?? "" }) };
};

/** Whether a key may use `force`, which ignores the account's limit of contacts: it needs the scope `admin`. */
export const mayForce = ({ force }: Pick<Email, "force">, { scopes }: Writer): boolean => !force || scopes.includes("admin");

/**
 * The refusal of an email that `accept` left out: 409 for a recently contacted recipient and when too many emails wait for approval, 429 for the
 * hourly limit, else 402.
 */
export const refusalBeyond = ({ waitSeconds, contacted }: Accepted, { send }: Draft, by: Writer): Refusal => {
  const before = contacted?.get(send.id);
  if (before) return recentlyContacted(before, by);
  if (send.holdUntil)
    return new Refusal("tooManyHeld", "Too many emails wait for approval", {
      details: `the account has ${HELD_MAX} emails that wait for approval: approve or cancel some first`,
    });
  return waitSeconds === undefined ? walletEmpty() : hourlyLimitReached(waitSeconds);
};

/**
 * Charges and stores as many drafts as the balance and the hourly limit allow, in order, and wakes their mailboxes; held ones are stored uncharged.
 * The same transaction deletes the written draft that they are made of, and stores the people of an enrolment (`AcceptedSends.accept`).
 */
export const acceptDrafts = async (
  ports: Pick<AcceptPorts, "acceptedSends" | "wakeUps" | "unsubscribeLinks" | "publishHeld" | "countContacted">,
  userId: string,
  plain: readonly Draft[],
  saved?: SavedAnswer,
  written?: WrittenDraft,
  enrolment?: Enrolment,
): Promise<Accepted> => {
  const { acceptedSends, wakeUps } = ports;
  const drafts = await withUnsubscribe(ports, plain);
  const accepted = await acceptedSends.accept(userId, drafts, saved, written, enrolment);
  const stored = Map.groupBy(acceptedOf(drafts, accepted), ({ send }) => send.holdUntil !== undefined);
  await wakeUps.wake((stored.get(false) ?? []).map(({ send }) => send));
  const held = (stored.get(true) ?? []).flatMap(({ send }) => (send.draft ? [] : [send.id]));
  if (held.length > 0) await ports.publishHeld?.(held);
  if (accepted.contacted?.size) {
    const refused = drafts.filter(({ send }) => accepted.contacted?.has(send.id));
    await ports.countContacted?.(
      userId,
      refused.map(({ send }) => send),
    );
  }
  return accepted;
};

/** Accepts one draft and returns its answer. Throws 402, 429 beyond the hourly limit, and 409 for a suppressed recipient. */
export const acceptDraft = async <Answer>(
  ports: Pick<AcceptPorts, "acceptedSends" | "wakeUps" | "suppressions" | "unsubscribeLinks" | "publishHeld" | "countContacted">,
  asked: Draft,
  { by, claim, answer }: Receipt<Answer>,
  suppressedOf = suppressedAmong(ports, [asked.send]),
): Promise<Answer> => {
  const draft = writtenBy(asked, by);
  const suppressed = (await suppressedOf)(draft.send);
  // Who writes a draft is told when it is to leave.
  if (suppressed.length > 0 && !draft.send.draft) throw recipientSuppressed(suppressed);
  const answered = answer(draft.send);
  const accepted = await acceptDrafts(ports, draft.send.userId, [draft], claim && { claim, answer: () => answered });
  if (acceptedOf([draft], accepted).length === 0) throw refusalBeyond(accepted, draft, by);
  return answered;
};

/** Accepts one email. Throws 402, 404, 409, 429. */
export const acceptSend = async <Answer>(
  ports: AcceptPorts,
  userId: string,
  request: SendRequest,
  receipt: Receipt<Answer>,
): Promise<Answer> => {
  if (!mayForce(request, receipt.by)) throw insufficientScope("admin");
  const looking = suppressedAmong(ports, [{ ...request, toEmail: request.to.email, userId }]);
  const [{ placeOf }] = await Promise.all([findPlaces(ports, userId, [request], receipt.by), looking]);
  const origin = placeOf(request);
  if ("refusal" in origin) throw origin.refusal;
  return acceptDraft(ports, draftSend(ports, origin, request), receipt, looking).catch((error: unknown) => {
    // The mailbox that was chosen was deleted meanwhile: it is not chosen again.
    const isGone = error instanceof Refusal && error.reason === "mailboxDisconnected" && origin.chosenBecause !== undefined;
    if (isGone) return acceptSend(ports, userId, request, receipt);
    throw error;
  });
};
