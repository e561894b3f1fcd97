import { publishEvents, type PublishPorts } from "#shared/events/publish.ts";
import { type AcceptPorts, findOrigins } from "#shared/sending/accept/accept.ts";
import { invalid, notFound } from "#shared/platform/errors.ts";
import type { Clock, Ids } from "#shared/platform/ports.ts";
import type { OnAway } from "#shared/sending/send.ts";
import type { People, Sequence, Sequences } from "./sequence.ts";

/** A sequence to make. */
export interface NewSequence extends Pick<Sequence, "mailboxId" | "steps" | "window" | "cancelOn"> {
  readonly name?: string | undefined;
  readonly onAway?: OnAway | "ignore" | undefined;
}

/** The ports of making a sequence. */
interface CreatePorts extends Pick<AcceptPorts, "mailboxes" | "ips"> {
  readonly sequences: Pick<Sequences, "insert">;
  readonly clock: Clock;
  readonly ids: Pick<Ids, "objectId">;
}

/** Makes a sequence without people. Throws 400 where its mailbox cannot see answers that it asks for, 404 and 409 for its mailbox. */
export const createSequence = async (ports: CreatePorts, userId: string, asked: NewSequence): Promise<Sequence> => {
  const { mailboxId, name = "", steps, window, cancelOn, onAway } = asked;
  const origin = (await findOrigins(ports, userId, [mailboxId]))({ mailboxId, cancelOn, onAway });
  if ("refusal" in origin) throw origin.refusal;
  if (steps.length === 1 && (cancelOn ?? onAway) !== undefined)
    throw invalid({ field: cancelOn ? "cancelOn" : "onAway", message: "needs a second step: nobody can answer before the first one" });
  const createdAt = ports.clock.now();
  const wishes = { ...(window && { window }), ...(cancelOn && { cancelOn }), ...(onAway && onAway !== "ignore" && { onAway }) };
  const sequence = {
    id: ports.ids.objectId(),
    userId,
    mailboxId,
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

/** The most steps of 1,000 emails that one request cancels. */
const CANCEL_STEPS = 20;

/**
 * Deletes a sequence and cancels its steps that wait; a repetition cancels what a failure left. Throws 404, and where there is more than one request
 * cancels the next one goes on.
 */
export const deleteSequence = async (
  ports: PublishPorts & { readonly sequences: Pick<Sequences, "delete" | "cancelWaiting"> },
  userId: string,
  id: string,
): Promise<void> => {
  if (!(await ports.sequences.delete(userId, id))) throw notFound("Sequence");
  for (let step = 0; step < CANCEL_STEPS; step += 1) {
    const cancelled = await ports.sequences.cancelWaiting(userId, id);
    if (cancelled.length === 0) return;
    await publishEvents(ports, "sends", cancelled);
  }
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
