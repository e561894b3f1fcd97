import type { EventType } from "#shared/events/event.ts";
import { type Send, type SendStatus, TOO_LATE } from "./send.ts";
import { LOOK_UP_AFTER_MS } from "./waiting.ts";

/** A value that the store computes, by its clock, when it applies a transition. */
export type Computed =
  | "now"
  /**
   * When it was first due (`scheduledAt`, else `createdAt`), but not later than now, so that it does not wait behind mail that was accepted
   * meanwhile.
   */
  | "first due"
  /** The time for which it is planned (`scheduledAt`), or now when there is none. */
  | "planned"
  /** The value of another field. */
  | { readonly sameAs: keyof Send }
  | { readonly inMs: number }
  /** The field's value, or now when it has none. */
  | "since now"
  /** This long after its intent, but not earlier than now. */
  | { readonly msAfterCounted: number }
  /** `refused` with the recipients in `deferred`, which are no longer tried. */
  | "with deferred"
  /** The number plus this; an absent number is 0. */
  | { readonly add: number };

/** A change of a send's fields. An undefined value changes nothing; a field that is both set and cleared is set. */
export interface Change {
  readonly set?: { readonly [K in keyof Send]?: Send[K] | undefined };
  readonly compute?: { readonly [K in keyof Send]?: Computed | undefined };
  readonly clear?: readonly (keyof Send)[];
}

/** A move of a send between states or within one. The caller may add a change; the store applies both as one conditional write. */
export interface Transition extends Change {
  /** Absent means any state. */
  readonly from?: readonly SendStatus[];
  /** The required stage; `unsent`: any but `intent`, so that no server was given it. */
  readonly stage?: "claimed" | "intent" | "unsent";
  /** True: it must be held for approval. False: it must not. Absent: either. */
  readonly held?: boolean;
  /** True: it must be a draft that a person is writing. False: it must not. Absent: either. */
  readonly draft?: boolean;
  /** True: its sequence must be paused. Else it must not be, where it must not be held either, so that nothing wakes it. */
  readonly paused?: boolean;
  /** The new state; absent: the state stays. */
  readonly to?: SendStatus;
  /** The event that the same write records. */
  readonly event?: EventType;
}

const waiting = ["queued", "scheduled"] as const;
const HELD = ["dueAt", "leaseToken", "stage"] as const;
/** What a worker clears of a send that returns to the queue. */
const RETURNED = ["leaseToken", "stage", "countedAt", "deaths", "deferred", "refusal"] as const;
/** The forecast and the wait for a person's decision belonged to the former plan. */
const REPLANNED = ["firstEta", "unclearSince"] as const;
/** A person chose the time, so an absence moves it no longer. */
const BY_HAND = [...REPLANNED, "onAway", "awayUntil"] as const;
/** Ends the retries of deferred recipients. */
const noneDeferred = { compute: { refused: "with deferred" } } as const;

/** The changes by a 250 after the final dot, or by proof of arrival. */
const accepted = {
  stage: "intent",
  to: "sent",
  set: { lastError: "" },
  compute: { sentAt: "now" },
  clear: [...HELD, "undecidedSince", "refusal", "unclearSince"],
  event: "send.sent",
} as const;

/** Every move of a send, as data that the stores, the README and the tests read (shared/README.md, "The state of a send"). */
export const transitions = {
  becomeDue: { from: ["scheduled"], held: false, to: "queued" },
  claim: { from: ["queued"], held: false, to: "processing", set: { stage: "claimed" }, compute: { attempts: { add: 1 } } },
  /** The fence before the first body byte. */
  intend: {
    from: ["processing"],
    stage: "claimed",
    held: false,
    to: "processing",
    set: { stage: "intent" },
    compute: { countedAt: "now" },
    clear: ["refused", "deferred", "refusal"],
  },
  succeed: { from: ["processing"], ...accepted },
  /** A 250 that arrives after the outcome was recorded as unknown. Besides `restore` nothing else leaves a final state (G6 in shared/README.md). */
  succeedLate: { from: ["failed"], ...accepted },
  fail: {
    from: ["processing"],
    to: "failed",
    ...noneDeferred,
    clear: [...HELD, "countedAt", "deferred", "undecidedSince", "refusal", "unclearSince"],
    event: "send.failed",
  },
  /** The look-up found no proof: it fails, but keeps its stage, so that a late 250 still counts. */
  giveUp: {
    from: ["processing"],
    to: "failed",
    ...noneDeferred,
    clear: ["dueAt", "leaseToken", "deferred", "refusal"],
    event: "send.failed",
  },
  requeue: { from: ["processing"], to: "queued", clear: [...RETURNED, "undecidedSince"] },
  /** The server refused it in words that may be about the mailbox: it waits for a second sign, and the attempt is not counted. */
  holdUndecided: {
    from: ["processing"],
    to: "queued",
    compute: { attempts: { add: -1 }, undecidedSince: "since now" },
    clear: RETURNED,
  },
  /** The second sign came: the refusal was about this mail. Has no effect when the send was claimed or cancelled meanwhile. */
  decide: {
    from: ["queued"],
    to: "failed",
    compute: { attempts: { add: 1 } },
    clear: ["dueAt", "undecidedSince"],
    event: "send.failed",
  },
  /** The outcome is unknown and is to be looked up. */
  markUnknown: { from: ["processing"], stage: "intent", to: "processing", clear: ["leaseToken"] },
  /** A worker claims it to look up its outcome. */
  lookUp: { from: ["processing"], stage: "intent", to: "processing" },
  /** Its time has moved to a later one. */
  reschedule: {
    from: ["processing"],
    stage: "claimed",
    to: "scheduled",
    compute: { attempts: { add: -1 } },
    clear: ["leaseToken", "stage", "deaths"],
  },
  /** Its recipient is away: it waits for the return. */
  awaitReturn: {
    from: ["processing"],
    stage: "claimed",
    to: "scheduled",
    compute: { attempts: { add: -1 } },
    clear: ["leaseToken", "stage", "deaths", ...REPLANNED],
  },
  /** Cancelled by the worker that holds it and has given it to no server. */
  withdraw: { from: ["processing"], stage: "claimed", to: "cancelled", clear: [...HELD, ...REPLANNED], event: "send.cancelled" },
  /** Cancelled by a request, an answer, its mailbox's deletion or its parent's end; also while a worker holds it, whose intent then fails. */
  cancel: {
    from: [...waiting, "processing"],
    stage: "unsent",
    draft: false,
    to: "cancelled",
    clear: [...HELD, ...REPLANNED],
    event: "send.cancelled",
  },
  failUnsent: {
    from: [...waiting, "processing"],
    stage: "unsent",
    draft: false,
    to: "failed",
    clear: [...HELD, "unclearSince"],
    event: "send.failed",
  },
  /** A person rejected a held email. */
  reject: { from: ["scheduled"], held: true, draft: false, to: "cancelled", clear: REPLANNED, event: "send.rejected" },
  /** Nobody approved it in time. */
  expireHold: {
    from: ["scheduled"],
    held: true,
    to: "cancelled",
    set: { cancelReason: "not_approved" },
    clear: REPLANNED,
    event: "send.cancelled",
  },
  /** A held email is written anew. */
  edit: { from: ["scheduled"], held: true, draft: false, compute: { revision: { add: 1 }, revisedAt: "now" }, event: "send.edited" },
  /** A draft is written anew: nobody is told. */
  editDraft: { from: ["scheduled"], held: true, draft: true, compute: { revision: { add: 1 }, revisedAt: "now" } },
  /** A person approved it, and it is charged: it leaves at its time, or at once. */
  approve: {
    from: ["scheduled"],
    held: true,
    to: "scheduled",
    compute: { approvedAt: "now" },
    clear: ["holdUntil", "draft"],
    event: "send.approved",
  },
  approveNow: {
    from: ["scheduled"],
    held: true,
    to: "queued",
    compute: { approvedAt: "now", dueAt: "now" },
    clear: ["holdUntil", "draft"],
    event: "send.approved",
  },
  move: { from: waiting, held: false, to: "scheduled", clear: BY_HAND },
  moveToNow: { from: waiting, held: false, to: "queued", compute: { dueAt: "now" }, clear: BY_HAND },
  /** A person corrected the message that cancelled it, and its time has not come: it is scheduled again. */
  restore: { from: ["cancelled"], held: false, to: "scheduled", compute: { dueAt: { sameAs: "scheduledAt" } }, clear: ["cancelReason"] },
  /** The same of one that was not approved yet: it is held again. */
  restoreHeld: { from: ["cancelled"], held: true, to: "scheduled", clear: ["cancelReason"] },
  /** Its sequence is paused: it is due at no time, also while a worker holds it, whose intent then fails. */
  pause: { from: [...waiting, "processing"], stage: "unsent", held: false, to: "scheduled", compute: { pausedAt: "now" }, clear: HELD },
  /** Its sequence goes on. */
  resume: { from: ["scheduled"], held: false, paused: true, compute: { dueAt: "planned" }, clear: ["pausedAt", ...REPLANNED] },
  /** The same of cancelled ones, so that one that comes back is paused as long as its sequence is. */
  pauseCancelled: { from: ["cancelled"], held: false, compute: { pausedAt: "now" } },
  resumeCancelled: { from: ["cancelled"], held: false, paused: true, clear: ["pausedAt"] },
  restorePaused: { from: ["cancelled"], held: false, paused: true, to: "scheduled", clear: ["cancelReason"] },
  /** The text of its step of a sequence was changed. */
  rewrite: { from: waiting, stage: "unsent", draft: false },
  /** A new window or `sendBefore`, with the same time. */
  change: { from: waiting, held: false },
  /** Its time changes because its parent was moved or sent. */
  followParent: { from: ["scheduled"], held: false, clear: REPLANNED },
  /** Its parent was sent. */
  followNow: { from: ["queued"], compute: { dueAt: "now" } },
  /** A client was told a forecast of its departure. */
  noteEta: { from: waiting, held: false },
  /** Sends with its dedicated address are paused. */
  postpone: { from: waiting, held: false },
  /** Its worker renews the lease. */
  renew: { from: ["processing", "sent"] },
  /** Its `sendBefore` has passed. */
  expire: {
    from: waiting,
    draft: false,
    to: "failed",
    set: { lastError: TOO_LATE },
    clear: ["dueAt", "unclearSince"],
    event: "send.failed",
  },
  /** Its worker died before a server was given it: it returns to the queue and gets its attempt back. */
  requeueCrashed: {
    from: ["processing"],
    stage: "claimed",
    to: "queued",
    compute: { dueAt: "first due", attempts: { add: -1 }, deaths: { add: 1 } },
    clear: ["leaseToken", "stage", "countedAt"],
  },
  /** It crashed every worker that had it, at last alone in its claim. */
  failPoison: {
    from: ["processing"],
    stage: "claimed",
    to: "failed",
    set: { lastError: "its worker crashed every time that it processed this email, in the end alone" },
    clear: [...HELD, "countedAt"],
    event: "send.failed",
  },
  /** The database was restored to an earlier state: the send may have left since then, so it is looked up. */
  doubt: {
    from: [...waiting, "processing"],
    stage: "unsent",
    held: false,
    to: "processing",
    set: { stage: "intent" },
    compute: { countedAt: "now", dueAt: "now" },
    clear: ["leaseToken"],
  },
  /** Its worker died when a server may have been given it. */
  awaitLookUp: {
    from: ["processing"],
    stage: "intent",
    to: "processing",
    compute: { dueAt: { msAfterCounted: LOOK_UP_AFTER_MS } },
    clear: ["leaseToken"],
  },
  /** A worker claims a sent send to try only its deferred recipients again. */
  claimDeferred: { from: ["sent"], stage: "unsent", set: { stage: "claimed" }, compute: { attempts: { add: 1 } } },
  /** The fence before the first body byte: the recipients of this attempt are in `refused` as unknown until the reply comes. */
  intendDeferred: { from: ["sent"], stage: "claimed", set: { stage: "intent" } },
  deferAgain: { from: ["sent"], clear: ["leaseToken", "stage"] },
  /** Each deferred recipient was accepted or refused, or the time for retries is over. */
  settleDeferred: { from: ["sent"], clear: [...HELD, "deferred"], event: "send.settled" },
  /** Ended by a request, or by its mailbox's deletion. */
  stopDeferred: { from: ["sent"], stage: "unsent", ...noneDeferred, clear: [...HELD, "deferred"], event: "send.settled" },
  /** Its worker died. Recipients to whom the body may have been sent are already recorded as unknown; the others are tried with the next attempt. */
  recoverDeferred: { from: ["sent"], compute: { dueAt: "now" }, clear: ["leaseToken", "stage"] },
  /** A worker takes its copy to file it, returns it to the list, or finishes with it. */
  takeCopy: {},
  putBackCopy: { compute: { copyAt: { sameAs: "sentAt" } } },
  dropCopy: { clear: ["copyAt", "copyToken"] },
  /** The first reply, the first complaint, and the first report of each recipient. */
  noteReply: { event: "send.replied" },
  noteComplaint: { event: "send.complained" },
  noteBounce: { event: "send.bounced" },
  /** A change of the fields that received mail sets, without an event. */
  amend: {},
} as const satisfies Record<string, Transition>;

/** The change that gives a worker the lease of a send. */
export const leased = (leaseToken: string, leaseMs: number): Change => ({ set: { leaseToken }, compute: { dueAt: { inMs: leaseMs } } });

/** The longest time for which an email is held, when its client names none, ms: 30 days. */
export const HOLD_MS = 30 * 86_400_000;
/** How long a draft is kept after it was last written, ms: a year. */
export const DRAFT_MS = 365 * 86_400_000;

/** Whether a send waits, so that it can be cancelled or moved. */
export const isWaiting = ({ status }: Pick<Send, "status">): boolean => waiting.some((from) => from === status);
