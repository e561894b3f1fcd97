import { publishEvents, type PublishPorts } from "#shared/events/publish.ts";
import type { Clock, Ids } from "#shared/platform/ports.ts";
import { FORGOTTEN_AFTER_MS } from "#shared/sending/waiting.ts";
import type { Sequence, Sequences, People } from "./sequence.ts";
import { ownMailboxIds } from "#shared/accounts/auth/bounds.ts";
import { noSuchPool, type Pools } from "#shared/mailboxes/pools.ts";
import type { Writer, OnAway } from "#shared/sending/send.ts";
import type { AcceptPorts } from "#shared/sending/accept/accept.ts";
import { findOrigins } from "#shared/sending/accept/draft.ts";
import { invalid, notFound } from "#shared/platform/errors.ts";

/** The dependencies of applying a sequence's state to its steps. */
export interface SettlePorts {
  readonly sequences: Pick<Sequences, "settle">;
  readonly clock: Clock;
}

/** How long a request, or a sweep of one sequence, settles at most, ms; the next sweep goes on. */
const SETTLE_WITHIN_MS = 10_000;
/** How long all sequences of a sweep take at most, ms. */
const SWEEP_WITHIN_MS = 30_000;

/**
 * Applies a sequence's state to its waiting steps: pauses, resumes or, for a deleted one, cancels them. Calls `tell` with the ids of cancelled
 * emails. Returns false when some are left; the sweeper continues with those.
 */
export const settleSequence = async (
  { sequences, clock }: SettlePorts,
  { userId, id }: Pick<Sequence, "userId" | "id">,
  tell: (cancelled: readonly string[]) => Promise<unknown> = async () => undefined,
): Promise<boolean> => {
  const until = clock.now().getTime() + SETTLE_WITHIN_MS;
  do {
    const { cancelled, more } = await sequences.settle(userId, id);
    if (cancelled.length > 0) await tell(cancelled);
    if (!more) return true;
  } while (clock.now().getTime() < until);
  return false;
};

/** The dependencies of the sweeper. */
export interface SettleForgottenPorts extends SettlePorts, PublishPorts {
  readonly sequences: Pick<Sequences, "settle" | "unsettled" | "settled">;
}

/**
 * Applies the state of sequences that were paused, resumed or deleted a while ago and may have steps that lack it: the request died, had too many
 * steps, or overlapped with another. Those requests have ended by now.
 */
export const settleForgotten = async (ports: SettleForgottenPorts): Promise<void> => {
  const { sequences, clock } = ports;
  const until = clock.now().getTime() + SWEEP_WITHIN_MS;
  for (const sequence of await sequences.unsettled(FORGOTTEN_AFTER_MS)) {
    if (clock.now().getTime() >= until) return;
    if (await settleSequence(ports, sequence, (ids) => publishEvents(ports, "sends", ids))) await sequences.settled(sequence);
  }
};

/** A sequence to make. */
export interface NewSequence extends Pick<Sequence, "mailboxId" | "mailboxIds" | "pool" | "steps" | "window" | "cancelOn"> {
  readonly name?: string | undefined;
  readonly onAway?: OnAway | "ignore" | undefined;
}

/** The dependencies of making a sequence. */
interface CreatePorts extends Pick<AcceptPorts, "mailboxes" | "ips"> {
  readonly sequences: Pick<Sequences, "insert">;
  readonly pools: Pick<Pools, "findMany">;
  readonly clock: Clock;
  readonly ids: Pick<Ids, "objectId">;
}

/** Throws where the sender of a sequence is not there, or cannot see the answers that it asks for; of several that is judged for each person. */
const assertSender = async (ports: CreatePorts, userId: string, { mailboxId, mailboxIds, pool, cancelOn, onAway }: NewSequence) => {
  if (mailboxIds) await ownMailboxIds(ports.mailboxes, userId, mailboxIds);
  if (pool !== undefined && (await ports.pools.findMany(userId, [pool])).length === 0) throw noSuchPool();
  if (mailboxId === undefined) return;
  const origin = (await findOrigins(ports, userId, [mailboxId]))({ mailboxId, cancelOn, onAway });
  if ("refusal" in origin) throw origin.refusal;
};

/**
 * Makes a sequence without people. A key that is bound names one mailbox, because it sees the sequences of single mailboxes alone. Throws 400 for
 * that, and where its mailbox cannot see answers that it asks for, 404 and 409 for its mailbox.
 */
export const createSequence = async (
  ports: CreatePorts,
  userId: string,
  asked: NewSequence,
  { bounds }: Pick<Writer, "bounds">,
): Promise<Sequence> => {
  const { mailboxId, mailboxIds, pool, name = "", steps, window, cancelOn, onAway } = asked;
  if (bounds && mailboxId === undefined)
    throw invalid({ field: mailboxIds ? "mailboxIds" : "pool", message: "needs a key that is not bound: a bound key names one mailbox" });
  await assertSender(ports, userId, asked);
  const createdAt = ports.clock.now();
  const wishes = { ...(window && { window }), ...(cancelOn && { cancelOn }), ...(onAway && onAway !== "ignore" && { onAway }) };
  const sender = { ...(mailboxId !== undefined && { mailboxId }), ...(mailboxIds && { mailboxIds }), ...(pool !== undefined && { pool }) };
  const sequence = {
    id: ports.ids.objectId(),
    userId,
    ...sender,
    name,
    steps,
    ...wishes,
    revision: 1,
    people: 0,
    createdAt,
    updatedAt: createdAt,
  };
  await ports.sequences.insert(sequence);
  return sequence;
};

/** Finds a sequence. Throws 404. */
export const findSequence = async (
  { sequences }: { readonly sequences: Pick<Sequences, "find"> },
  userId: string,
  id: string,
): Promise<Sequence> => {
  const sequence = await sequences.find(userId, id);
  if (!sequence) throw notFound("Sequence");
  return sequence;
};

/** Deletes a sequence and cancels its steps that wait; the sweeper cancels what a failure or the time left. Throws 404. */
export const deleteSequence = async (
  ports: PublishPorts & SettlePorts & { readonly sequences: Pick<Sequences, "delete"> },
  userId: string,
  id: string,
): Promise<void> => {
  if (!(await ports.sequences.delete(userId, id))) throw notFound("Sequence");
  await settleSequence(ports, { userId, id }, (cancelled) => publishEvents(ports, "sends", cancelled));
};

/** Removes a person from a sequence: the steps that wait are cancelled, and what has left stays. Throws 404. */
export const removePerson = async (
  ports: PublishPorts & { readonly people: Pick<People, "remove"> },
  userId: string,
  { sequenceId, id }: { readonly sequenceId: string; readonly id: string },
): Promise<void> => {
  const cancelled = await ports.people.remove(userId, sequenceId, id);
  if (!cancelled) throw notFound("Recipient");
  await publishEvents(ports, "sends", cancelled);
};
