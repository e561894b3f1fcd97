import type { EventType } from "../events/event.ts";
import type { Send, SendStatus } from "./send.ts";
import { LOOK_UP_AFTER_MS } from "./timing.ts";
import { TOO_LATE } from "./too-late.ts";

/** A value that the store works out when it applies a transition, by its own clock. */
export type Computed =
  | "now"
  /** When it was first due (`scheduledAt`, else `createdAt`), and no later than now: it does not wait behind what was accepted meanwhile. */
  | "first due"
  /** When its intent was written. */
  | "counted"
  | { readonly inMs: number }
  /** So long after its intent, and not before now. */
  | { readonly msAfterCounted: number }
  /** `refused` with whom is `deferred`: they are tried no more. */
  | "with deferred"
  /** Added to the number; an absent one is 0. */
  | { readonly add: number };

/** A change of a send's fields; an undefined value changes nothing, and a field that is set is not cleared. */
export interface Change {
  readonly set?: { readonly [K in keyof Send]?: Send[K] | undefined };
  readonly compute?: { readonly [K in keyof Send]?: Computed | undefined };
  readonly clear?: readonly (keyof Send)[];
}

/** A move of a send between states: the caller may add a change, and the store applies both as one conditional write. */
export interface Transition extends Change {
  readonly from: readonly SendStatus[];
  /** The stage that it must be at; `unsent` is any but `intent`: it was given to no server. */
  readonly stage?: "claimed" | "intent" | "unsent";
  /** Absent: it stays in its state. */
  readonly to?: SendStatus;
  /** Its event, recorded by the same write. */
  readonly event?: EventType;
}

const waiting = ["queued", "scheduled"] as const;
const HELD = ["dueAt", "leaseToken", "stage"] as const;
/** Deferred recipients are not tried any more. */
const noneDeferred = { compute: { refused: "with deferred" } } as const;

/** What a 250 after the final dot, or evidence of arrival, makes of a send. */
const accepted = {
  stage: "intent",
  to: "sent",
  set: { lastError: "" },
  compute: { sentAt: "now" },
  clear: HELD,
  event: "send.sent",
} as const;

/** Every move of a send, as data: the stores, the README and the tests read it (contract/README.md, "Sending"). */
export const transitions = {
  becomeDue: { from: ["scheduled"], to: "queued" },
  claim: { from: ["queued"], to: "processing", set: { stage: "claimed" }, compute: { attempts: { add: 1 } } },
  /** The fence before the first body byte. */
  intend: {
    from: ["processing"],
    stage: "claimed",
    to: "processing",
    set: { stage: "intent" },
    compute: { countedAt: "now" },
    clear: ["refused", "deferred"],
  },
  succeed: { from: ["processing"], ...accepted },
  /** A 250 that arrives after the outcome was given up as unknown; nothing else leaves a final state (G6). */
  succeedLate: { from: ["failed"], ...accepted },
  fail: { from: ["processing"], to: "failed", ...noneDeferred, clear: [...HELD, "countedAt", "deferred"], event: "send.failed" },
  /** Its outcome stays unknown: its stage is kept, so that a late 250 wins. */
  giveUp: { from: ["processing"], to: "failed", ...noneDeferred, clear: ["dueAt", "leaseToken", "deferred"], event: "send.failed" },
  requeue: { from: ["processing"], to: "queued", clear: ["leaseToken", "stage", "countedAt", "deaths", "deferred"] },
  /** The outcome is unknown: it is to be looked up. */
  markUnknown: { from: ["processing"], stage: "intent", to: "processing", clear: ["leaseToken"] },
  /** A worker takes it to look its outcome up. */
  lookUp: { from: ["processing"], stage: "intent", to: "processing" },
  /** Its time has turned out to be later. */
  reschedule: {
    from: ["processing"],
    stage: "claimed",
    to: "scheduled",
    compute: { attempts: { add: -1 } },
    clear: ["leaseToken", "stage", "deaths"],
  },
  /** By the worker that holds it and has given it to no server. */
  withdraw: { from: ["processing"], stage: "claimed", to: "cancelled", clear: HELD, event: "send.cancelled" },
  cancel: { from: waiting, to: "cancelled", clear: ["dueAt"], event: "send.cancelled" },
  /** With what it belongs to (its mailbox, its parent send), also while a worker holds it. */
  cancelUnsent: { from: [...waiting, "processing"], stage: "unsent", to: "cancelled", clear: HELD, event: "send.cancelled" },
  failUnsent: { from: [...waiting, "processing"], stage: "unsent", to: "failed", clear: HELD, event: "send.failed" },
  move: { from: waiting, to: "scheduled" },
  moveToNow: { from: waiting, to: "queued", compute: { dueAt: "now" } },
  /** Its cancel followed from a message that a person has corrected, and its time has not come: the cancel never took effect. */
  restore: { from: ["cancelled"], to: "scheduled", clear: ["cancelReason"] },
  /** Another window or `sendBefore`, and the time that it has. */
  change: { from: waiting },
  /** Its `sendBefore` has passed. */
  expire: { from: waiting, to: "failed", set: { lastError: TOO_LATE }, clear: ["dueAt"], event: "send.failed" },
  /** Its worker died before it was given to a server: it goes back with its attempt. */
  requeueCrashed: {
    from: ["processing"],
    stage: "claimed",
    to: "queued",
    compute: { dueAt: "first due", attempts: { add: -1 }, deaths: { add: 1 } },
    clear: ["leaseToken", "stage", "countedAt"],
  },
  /** It crashed every worker that had it, at last alone. */
  failPoison: {
    from: ["processing"],
    stage: "claimed",
    to: "failed",
    set: { lastError: "its worker stopped every time it had this email, at last alone" },
    clear: [...HELD, "countedAt"],
    event: "send.failed",
  },
  /** The database was set back: it may have gone out since, and is to be looked up. */
  doubt: {
    from: [...waiting, "processing"],
    stage: "unsent",
    to: "processing",
    set: { stage: "intent" },
    compute: { countedAt: "now", dueAt: "now" },
    clear: ["leaseToken"],
  },
  /** Its worker died after it may have been given to a server. */
  awaitLookUp: {
    from: ["processing"],
    stage: "intent",
    to: "processing",
    compute: { dueAt: { msAfterCounted: LOOK_UP_AFTER_MS } },
    clear: ["leaseToken"],
  },
  /** A worker takes a sent one to try its deferred recipients again, and nobody else. */
  claimDeferred: { from: ["sent"], stage: "unsent", set: { stage: "claimed" }, compute: { attempts: { add: 1 } } },
  /** The fence before the first body byte for them: whom it is for stands in `refused` as unknown until the reply is there. */
  intendDeferred: { from: ["sent"], stage: "claimed", set: { stage: "intent" } },
  deferAgain: { from: ["sent"], clear: ["leaseToken", "stage"] },
  /** Each of them was taken or refused, or their time is over. */
  settleDeferred: { from: ["sent"], clear: [...HELD, "deferred"], event: "send.settled" },
  /** By a request, or with its mailbox. */
  stopDeferred: { from: ["sent"], stage: "unsent", ...noneDeferred, clear: [...HELD, "deferred"], event: "send.settled" },
  /** Its worker died: whom it had given the body is told as unknown already, the others are tried with the next attempt. */
  recoverDeferred: { from: ["sent"], compute: { dueAt: "now" }, clear: ["leaseToken", "stage"] },
} as const satisfies Record<string, Transition>;

/** Whether a send waits, so that it can be cancelled and moved. */
export const isWaiting = ({ status }: Pick<Send, "status">): boolean => waiting.some((from) => from === status);
