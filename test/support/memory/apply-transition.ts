import type { Send } from "#shared/sending/send.ts";
import type { Change, Computed, Transition } from "#shared/sending/transitions.ts";

/** A change of fields; an undefined value removes one. */
export type FieldChanges = { [K in keyof Send]?: Send[K] | undefined };

const valueOf = (send: Send, field: keyof Send, value: Computed, now: number): unknown => {
  if (value === "now") return new Date(now);
  if (value === "first due") return new Date(Math.min(now, (send.scheduledAt ?? send.createdAt).getTime()));
  if (value === "planned") return send.scheduledAt ?? new Date(now);
  if (value === "with deferred") return send.deferred ? [...(send.refused ?? []), ...send.deferred] : send.refused;
  if (value === "since now") return send[field] ?? new Date(now);
  if ("sameAs" in value) return send[value.sameAs];
  if ("inMs" in value) return new Date(now + value.inMs);
  if ("msAfterCounted" in value) return new Date(Math.max(now, send.countedAt!.getTime() + value.msAfterCounted));
  return Number(send[field] ?? 0) + value.add;
};

const entries = (fields: object = {}) => Object.entries(fields).filter(([, value]) => value !== undefined);

/** Whether a send is in a state and at the stage of a transition. */
export const mayUndergo = (send: Send, { from, stage, held, draft, paused = false }: Transition): boolean =>
  (draft === undefined || draft === (send.draft ?? false)) &&
  (held === undefined || held === (send.holdUntil !== undefined)) &&
  ((!paused && held !== false) || paused === (send.pausedAt !== undefined)) &&
  (from?.includes(send.status) ?? true) &&
  (stage === undefined || (stage === "unsent" ? send.stage !== "intent" : send.stage === stage));

/** The fields that a transition with its asker's own change changes, at `now` (ms): what the store of MongoDB writes, without the events. */
export const changesBy = (send: Send, transition: Transition, now: number, asked: Change = {}): FieldChanges => {
  const computed = ({ compute }: Change) =>
    entries(compute).map(([field, value]) => [field, valueOf(send, field as keyof Send, value as Computed, now)] as const);
  const set = {
    ...Object.fromEntries([...entries(transition.set), ...computed(transition), ...entries(asked.set), ...computed(asked)]),
    ...(transition.to && { status: transition.to }),
  };
  const cleared = [...(transition.clear ?? []), ...(asked.clear ?? [])].map((field) => [field, undefined]);
  return { ...Object.fromEntries(cleared), ...set };
};
