import { conflict, notFound, Refusal, walletEmpty } from "../../errors.ts";
import type { Mailboxes } from "../../mailboxes/ports.ts";
import type { Clock, Ids } from "../../ports.ts";
import { draftSend, type Email, type Origin } from "./draft.ts";
import type { Draft, Ips, Outbox, SavedAnswer, WakeUps } from "../ports.ts";
import type { Send } from "../send.ts";

/** What accepting a send takes. */
export interface AcceptPorts {
  readonly mailboxes: Pick<Mailboxes, "findMany">;
  readonly ips: Ips;
  readonly outbox: Outbox;
  readonly wakeUps: Pick<WakeUps, "wake">;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Where a client wants an email to go out. */
export interface OriginRequest {
  readonly mailboxId: string;
  /** Default: the mailbox's, else the account's, else the platform's own egress. */
  readonly ipId?: string | undefined;
}

/** An email that a client wants sent through one of its mailboxes. */
export type SendRequest = OriginRequest & Email;

/** Why an email cannot go out from where its client wants: the field at fault, and the refusal for a single send. */
export interface Misplaced {
  readonly field: "mailbox_id" | "ip_id";
  readonly refusal: Refusal;
}

/** Finds the origins of emails with two queries for all of them: 404 for a foreign mailbox or address, 409 for a disconnected mailbox. */
export const findOrigins = async (
  { mailboxes, ips }: Pick<AcceptPorts, "mailboxes" | "ips">,
  userId: string,
  mailboxIds: Iterable<string>,
): Promise<(request: OriginRequest) => Origin | Misplaced> => {
  const [found, addresses] = await Promise.all([mailboxes.findMany(userId, [...new Set(mailboxIds)]), ips.list(userId)]);
  const byId = new Map(found.map((mailbox) => [mailbox.id, mailbox]));
  const known = new Set(addresses.map(({ id }) => id));
  const accountDefault = addresses.find(({ isDefault }) => isDefault)?.id;
  return ({ mailboxId, ipId }) => {
    const mailbox = byId.get(mailboxId);
    if (!mailbox) return { field: "mailbox_id", refusal: notFound("Mailbox") };
    if (ipId !== undefined && !known.has(ipId)) return { field: "ip_id", refusal: notFound("Dedicated IP") };
    if (mailbox.status === "disconnected") return { field: "mailbox_id", refusal: disconnected() };
    return { mailbox, ipId: ipId ?? mailbox.ipId ?? accountDefault };
  };
};

const disconnected = () => conflict("The mailbox is disconnected", "the mailbox is disconnected: reconnect it first");

/** Charges, stores and wakes; 402 when the balance covers not even the first. Answers the accepted sends, in order. */
export const acceptDrafts = async (
  { outbox, wakeUps }: Pick<AcceptPorts, "outbox" | "wakeUps">,
  userId: string,
  drafts: readonly Draft[],
  saved?: SavedAnswer,
): Promise<readonly Send[]> => {
  const count = await outbox.accept(userId, drafts, saved);
  if (count === 0 && drafts.length > 0) throw walletEmpty();
  const accepted = drafts.slice(0, count).map(({ send }) => send);
  await wakeUps.wake(accepted);
  return accepted;
};

/** Accepts one email; `answerOf` makes the answer that an Idempotency-Key saves. Throws 402, 404, 409. */
export const acceptSend = async (
  ports: AcceptPorts,
  userId: string,
  request: SendRequest,
  saved?: { readonly claim: SavedAnswer["claim"] | undefined; answerOf(send: Send): unknown },
): Promise<Send> => {
  const origin = (await findOrigins(ports, userId, [request.mailboxId]))(request);
  if ("refusal" in origin) throw origin.refusal;
  const draft = draftSend(ports, origin, request);
  await acceptDrafts(ports, userId, [draft], saved?.claim && { claim: saved.claim, answer: () => saved.answerOf(draft.send) });
  return draft.send;
};

/** What became of one email of a batch. */
export type BatchResult = { readonly send: Send } | { readonly error: string };

/** Accepts a batch: each element on its own, in order, as far as the balance goes; 402 when none is accepted and an empty wallet kept one out (contract/README.md, "Credits"). */
export const acceptBatch = async (
  ports: AcceptPorts,
  userId: string,
  elements: readonly (SendRequest | { readonly error: string })[],
  saved?: { readonly claim: SavedAnswer["claim"] | undefined; answerOf(results: readonly BatchResult[]): unknown },
): Promise<readonly BatchResult[]> => {
  const requests = elements.filter((element) => "mailboxId" in element);
  const originOf = await findOrigins(
    ports,
    userId,
    requests.map(({ mailboxId }) => mailboxId),
  );
  const prepared = elements.map((element): Draft | { readonly error: string } => {
    if ("error" in element) return element;
    const origin = originOf(element);
    return "refusal" in origin ? { error: `${origin.field}: ${origin.refusal.message}` } : draftSend(ports, origin, element);
  });
  const drafts = prepared.filter((element) => "send" in element);
  const resultsOf = (accepted: number): readonly BatchResult[] => {
    let left = accepted;
    return prepared.map((element) => {
      if ("error" in element) return element;
      left -= 1;
      return left >= 0 ? { send: element.send } : { error: "wallet is empty" };
    });
  };
  try {
    const saving = saved?.claim && { claim: saved.claim, answer: (count: number) => saved.answerOf(resultsOf(count)) };
    return resultsOf((await acceptDrafts(ports, userId, drafts, saving)).length);
  } catch (error) {
    // A mailbox was deleted meanwhile: its elements fail, the others do not.
    if (error instanceof Refusal && error.reason === "notFound") return acceptBatch(ports, userId, elements, saved);
    throw error;
  }
};
