import { accessOf, isOwnAddress, type Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Mailboxes } from "#shared/mailboxes/ports.ts";
import { invalid, notFound, type Refusal } from "#shared/platform/errors.ts";
import type { Clock } from "#shared/platform/ports.ts";
import { everMeet } from "../departure/wall-time.ts";
import type { Email } from "../email.ts";
import type { Ips } from "../ports/acceptance.ts";
import { disconnected } from "../waiting.ts";
import type { Origin, PlacedEmail } from "./draft.ts";

/** The mailbox and address from which an email is requested to be sent. */
export interface OriginRequest extends Pick<Email, "ipId" | "cancelOn" | "onAway" | "fromEmail" | "window"> {
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
  readonly field: "mailboxId" | "mailboxIds" | "pool" | "ipId" | "cancelOn" | "onAway" | "fromEmail" | "window";
  readonly refusal: Refusal;
}

/** The ports of finding from where emails leave. */
export interface OriginPorts {
  readonly mailboxes: Pick<Mailboxes, "findMany">;
  readonly ips: Ips;
  readonly clock: Clock;
}

/**
 * Finds the origins of emails, with two queries for all of them. Reports 404 for a mailbox or address that the account does not have, 409 for a
 * disconnected mailbox.
 */
export const findOrigins = async (
  { mailboxes, ips, clock }: OriginPorts,
  userId: string,
  mailboxIds: Iterable<string>,
): Promise<(request: OriginRequest) => Placed | Misplaced> => {
  const [found, addresses] = await Promise.all([mailboxes.findMany(userId, [...new Set(mailboxIds)]), ips.list(userId)]);
  const byId = new Map(found.map((mailbox) => [mailbox.id, mailbox]));
  const known = new Set(addresses.map(({ id }) => id));
  const accountDefault = addresses.find(({ isDefault }) => isDefault)?.id;
  return ({ mailboxId, ipId, cancelOn, onAway = "ignore", fromEmail, window }) => {
    const mailbox = byId.get(mailboxId);
    if (!mailbox) return { field: "mailboxId", refusal: notFound("Mailbox") };
    if (ipId !== undefined && !known.has(ipId)) return { field: "ipId", refusal: notFound("Dedicated IP") };
    if (mailbox.status === "disconnected") return { field: "mailboxId", refusal: disconnected() };
    const field = cancelOn ? "cancelOn" : onAway === "ignore" ? undefined : "onAway";
    if (field && !mailbox.inboxSyncEnabled)
      return { field, refusal: invalid({ field, message: accessOf(mailbox) === "send" ? UNREADABLE : UNSYNCED }) };
    if (fromEmail !== undefined && !isOwnAddress(mailbox, fromEmail))
      return { field: "fromEmail", refusal: invalid({ field: "fromEmail", message: NOT_OWN }) };
    if (window && mailbox.workday && !everMeet(window, mailbox.workday, clock.now()))
      return { field: "window", refusal: invalid({ field: "window", message: NEVER_MET }) };
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

/** The error for a sender's address that is not the mailbox's. */
const NOT_OWN = "must be the mailbox's address or one of its aliases";
/** The error for a window in which its mailbox never sends. */
const NEVER_MET = "never meets the mailbox's workday, so that the email would wait for ever";
/** The error for `cancel_on` in a mailbox whose inbox is not synced. */
const UNSYNCED = "needs a mailbox with inbox sync, which detects the answers";
const UNREADABLE = `${UNSYNCED}; the grant of this one is for sending alone (access send)`;
