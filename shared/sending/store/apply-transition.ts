import type { Document, ObjectId } from "mongodb";
import type { Send, SendStatus } from "../send.ts";
import type { Change, Computed, Transition } from "../transitions.ts";
import { recordEvent } from "#shared/events/store/event-documents.ts";
import { given } from "#shared/platform/mongo/documents.ts";

/** The expression for a field's new value. */
const expressionOf = (field: string, value: Computed): unknown => {
  if (value === "now") return "$$NOW";
  if (value === "first due") return { $min: ["$$NOW", { $ifNull: ["$scheduledAt", "$createdAt"] }] };
  if (value === "planned") return { $ifNull: ["$scheduledAt", "$$NOW"] };
  if (value === "with deferred")
    return { $cond: [{ $isArray: "$deferred" }, { $concatArrays: [{ $ifNull: ["$refused", []] }, "$deferred"] }, "$refused"] };
  if (value === "since now") return { $ifNull: [`$${field}`, "$$NOW"] };
  if ("sameAs" in value) return `$${value.sameAs}`;
  if ("inMs" in value) return { $add: ["$$NOW", value.inMs] };
  if ("msAfterCounted" in value) return { $max: ["$$NOW", { $add: ["$countedAt", value.msAfterCounted] }] };
  return { $add: [{ $ifNull: [`$${field}`, 0] }, value.add] };
};

/** An update of a send: a transition, or a mark of its conversation. The collection accepts no other type (apply-transition.ts). */
export type SendUpdate = Document[] & { readonly [judged]: true };
declare const judged: unique symbol;

interface WhichMay {
  readonly status?: { $in: SendStatus[] };
  readonly stage?: NonNullable<Send["stage"]> | { $ne: "intent" };
  readonly holdUntil?: { $exists: boolean };
  readonly draft?: true | { $exists: false };
  readonly pausedAt?: { $exists: boolean };
}

/** The filter for sends to which a transition may be applied: by state, stage, held or not, draft or not, and pause. */
export const whichMay = ({ from, stage, held, draft, paused = false }: Transition): WhichMay => ({
  ...(draft !== undefined && { draft: draft || { $exists: false } }),
  ...(held !== undefined && { holdUntil: { $exists: held } }),
  ...((paused || held === false) && { pausedAt: { $exists: paused } }),
  ...(from && { status: { $in: [...from] } }),
  ...(stage !== undefined && { stage: stage === "unsent" ? { $ne: "intent" } : stage }),
});

const valuesOf = ({ set = {}, compute = {} }: Change): readonly (readonly [string, unknown])[] => [
  ...Object.entries(given({ ...set })).map(([field, $literal]) => [field, { $literal }] as const),
  ...Object.entries(given({ ...compute })).map(([field, value]) => [field, expressionOf(field, value)] as const),
];

/** A transition as an update of the send's document, by the database's clock; the caller's change is applied first. */
export const updateBy = ({ to, event, ...own }: Transition, asked: Change = {}): SendUpdate => {
  const values = Object.fromEntries([...valuesOf(own), ...valuesOf(asked)]);
  const set = { ...values, ...(to && { status: to }), ...(event && recordEvent(event)) };
  const clear = [...(own.clear ?? []), ...(asked.clear ?? [])].filter((field) => !(field in set));
  return [
    ...(Object.keys(set).length > 0 ? [{ $set: set }] : []),
    ...(clear.length > 0 ? [{ $unset: clear }] : []),
  ] as Document[] as SendUpdate;
};

/**
 * The update that applies a transition and replaces fields: those among `names` that the document has are written with the fields derived from them;
 * the others among `names` are removed.
 */
export const rewrittenBy = (
  transition: Transition,
  names: readonly (keyof Send)[],
  document: { readonly recipient: unknown; readonly pairs?: unknown } & { readonly [K in keyof Send]?: unknown },
): SendUpdate => {
  const written = Object.fromEntries(names.flatMap((name) => (document[name] === undefined ? [] : [[name, { $literal: document[name] }]])));
  const derived = {
    recipient: { $literal: document.recipient },
    ...(document.pairs !== undefined && { pairs: { $literal: document.pairs } }),
  };
  const gone = [...names.filter((name) => !(name in written)), ...(document.pairs === undefined ? ["pairs"] : [])];
  return [
    ...updateBy(transition),
    { $set: { ...written, ...derived } },
    ...(gone.length > 0 ? [{ $unset: gone }] : []),
  ] as Document[] as SendUpdate;
};

const mark = (...stages: readonly Document[]) => stages as Document[] as SendUpdate;

/**
 * The update that puts a send into a conversation whose summary does not count it yet. It is no transition, because the conversation does not affect
 * delivery.
 */
export const putInThread = (threadId: ObjectId): SendUpdate => mark({ $set: { threadId, uncounted: true } });

/** The update that records that the conversation's summary counts the send. */
export const countedIn = (threadId: ObjectId): SendUpdate => mark({ $set: { threadId } }, { $unset: ["uncounted"] });

/** The update that removes a send from its conversation, which is being erased. */
export const removeFromThread: SendUpdate = mark({ $unset: ["threadId", "uncounted"] });
