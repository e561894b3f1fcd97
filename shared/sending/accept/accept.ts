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
import { hourlyLimitReached, insufficientScope, invalid, notFound, Refusal, walletEmpty } from "#shared/platform/errors.ts";
import { accessOf, isOwnAddress, type Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Mailboxes } from "#shared/mailboxes/ports.ts";
import type { ChoosePorts } from "./choose-mailbox.ts";
import type { Clock, Ids } from "#shared/platform/ports.ts";
import { draftSend, type Origin, type PlacedEmail, writtenBy } from "./draft.ts";
import type { Writer } from "../writer.ts";
import type { WakeUps } from "../ports/wake-ups.ts";
import type { Email } from "../email.ts";
import { recentlyContacted } from "../contacts.ts";
import type { Send } from "../send.ts";
import { disconnected } from "../waiting.ts";
import { recipientSuppressed, suppressedAmong, type SuppressedPorts } from "../suppressed.ts";

/** The ports of adding the headers. */
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

/** The ports of accepting a send. */
export interface AcceptPorts extends SuppressedPorts, UnsubscribeHeaderPorts {
  readonly mailboxes: Pick<Mailboxes, "findMany">;
  readonly ips: Ips;
  readonly acceptedSends: AcceptedSends;
  readonly wakeUps: Pick<WakeUps, "wake">;
  /** Loads what choosing a mailbox among several reads; absent where every email names one. */
  readonly choosing?: () => Promise<ChoosePorts>;
  /** Publishes the events of held emails at once, and never throws; absent: the sweeper does. */
  readonly publishHeld?: (sendIds: readonly string[]) => Promise<unknown>;
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

/** The mailbox and address from which an email is requested to be sent. */
export interface OriginRequest extends Pick<Email, "ipId" | "cancelOn" | "onAway" | "fromEmail"> {
  readonly mailboxId: string;
}

/** A request to send an email through a mailbox: a certain one, or the best of several or of a pool; exactly one of the three is given. */
export interface SendRequest extends PlacedEmail {
  readonly mailboxId?: string | undefined;
  readonly mailboxIds?: readonly string[] | undefined;
  /** The pool's name. */
  readonly pool?: string | undefined;
}

/** An origin with all of its mailbox. */
export interface Placed extends Origin {
  readonly mailbox: Mailbox;
}

/** Why an email cannot be sent from the requested origin: the invalid field, and the refusal for a single send. */
export interface Misplaced {
  readonly field: "mailboxId" | "mailboxIds" | "pool" | "ipId" | "cancelOn" | "onAway" | "fromEmail";
  readonly refusal: Refusal;
}

/**
 * Finds the origins of emails, with two queries for all of them. Reports 404 for a mailbox or address that the account does not have, 409 for a
 * disconnected mailbox.
 */
export const findOrigins = async (
  { mailboxes, ips }: Pick<AcceptPorts, "mailboxes" | "ips">,
  userId: string,
  mailboxIds: Iterable<string>,
): Promise<(request: OriginRequest) => Placed | Misplaced> => {
  const [found, addresses] = await Promise.all([mailboxes.findMany(userId, [...new Set(mailboxIds)]), ips.list(userId)]);
  const byId = new Map(found.map((mailbox) => [mailbox.id, mailbox]));
  const known = new Set(addresses.map(({ id }) => id));
  const accountDefault = addresses.find(({ isDefault }) => isDefault)?.id;
  return ({ mailboxId, ipId, cancelOn, onAway = "ignore", fromEmail }) => {
    const mailbox = byId.get(mailboxId);
    if (!mailbox) return { field: "mailboxId", refusal: notFound("Mailbox") };
    if (ipId !== undefined && !known.has(ipId)) return { field: "ipId", refusal: notFound("Dedicated IP") };
    if (mailbox.status === "disconnected") return { field: "mailboxId", refusal: disconnected() };
    const field = cancelOn ? "cancelOn" : onAway === "ignore" ? undefined : "onAway";
    if (field && !mailbox.inboxSyncEnabled)
      return { field, refusal: invalid({ field, message: accessOf(mailbox) === "send" ? UNREADABLE : UNSYNCED }) };
    if (fromEmail !== undefined && !isOwnAddress(mailbox, fromEmail))
      return { field: "fromEmail", refusal: invalid({ field: "fromEmail", message: NOT_OWN }) };
    return { mailbox, ipId: ipId ?? mailbox.ipId ?? accountDefault };
  };
};

/** Finds from where emails leave. */
export interface Places {
  /**
   * Of one that names several mailboxes, the one that is chosen. It is called for each of the requests once, in order; `beginsThread` says that later
   * ones to the same recipient find a conversation.
   */
  readonly placeOf: (request: SendRequest, beginsThread?: boolean) => Placed | Misplaced;
  /** Of one that follows another, whose mailbox it never changes. */
  readonly originOf: (request: OriginRequest) => Placed | Misplaced;
}

/** Finds from where emails leave, some of which may name several mailboxes. */
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

/** The error for a sender's address that is not the mailbox's. */
const NOT_OWN = "must be the mailbox's address or one of its aliases";
/** The error for `cancel_on` in a mailbox whose inbox is not synced. */
const UNSYNCED = "needs a mailbox with inbox sync, which detects the answers";
const UNREADABLE = `${UNSYNCED}; the grant of this one is for sending alone (access send)`;

/** Whether a key may contact people in spite of the account's limit, where it asks for that. */
export const mayForce = ({ force }: Pick<Email, "force">, { scopes }: Writer): boolean => !force || scopes.includes("admin");

/**
 * The refusal of an email that was not accepted: 409 when its recipient was contacted recently or it was to be held, 429 when the hourly limit is the
 * reason, else 402.
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
 * Charges and stores as many drafts as the balance and the hourly limit cover, in order, and wakes their mailboxes; those to be held are stored
 * uncharged. The draft of which they are made is deleted with that, and the people of an enrolment are stored (`AcceptedSends.accept`).
 */
export const acceptDrafts = async (
  ports: Pick<AcceptPorts, "acceptedSends" | "wakeUps" | "unsubscribeLinks" | "publishHeld">,
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
  return accepted;
};

/** Accepts one draft and returns its answer. Throws 402, 429 beyond the hourly limit, and 409 for a suppressed recipient. */
export const acceptDraft = async <Answer>(
  ports: Pick<AcceptPorts, "acceptedSends" | "wakeUps" | "suppressions" | "unsubscribeLinks" | "publishHeld">,
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
