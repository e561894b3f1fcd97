import type { Database } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { sendAttachmentsOf, sendBodiesOf, type SendDocument, sendDocument, sendsOf } from "#shared/sending/store/send-documents.ts";
import type { Send } from "#shared/sending/send.ts";
import { aSend } from "./inbox-store.ts";
import { aMailbox } from "./mailbox.ts";

const MINUTE_MS = 60_000;
/** So many minutes from now. */
export const inMinutes = (n: number) => new Date(Date.now() + n * MINUTE_MS);

/** The token of the worker that the tests are. */
export const MINE = "mine";

const PUT_OFF = [{ email: "grey@y.test", reply: "450" }];
const REFUSED = [{ email: "no@y.test", reply: "550" }];

/** One send in every state that a write may find, as it differs from a fresh one; `dueAt` and the like in minutes from now. */
const states = {
  queued: { status: "queued", dueAt: -20 },
  waits: { status: "queued", dueAt: 20, firstEta: 21 },
  scheduled: { status: "scheduled", dueAt: 20, scheduledAt: 20, scheduledAfter: "PT1H", firstEta: 21 },
  timed: { status: "scheduled", dueAt: 25, scheduledAt: 25, scheduledAfter: "PT1H" },
  overdue: { status: "scheduled", dueAt: -22, scheduledAt: -22 },
  late: { status: "queued", dueAt: -18, sendBefore: -10 },
  claimed: { status: "processing", stage: "claimed", leaseToken: MINE, dueAt: 20, attempts: 3, deaths: 1, firstEta: 2 },
  lateClaimed: { status: "processing", stage: "claimed", leaseToken: MINE, dueAt: 20, attempts: 3, sendBefore: -1 },
  another: { status: "processing", stage: "claimed", leaseToken: "another", dueAt: 20, attempts: 3 },
  intent: { status: "processing", stage: "intent", leaseToken: MINE, dueAt: 20, attempts: 3, countedAt: -3, deaths: 1, deferred: PUT_OFF },
  intentOfAnother: { status: "processing", stage: "intent", leaseToken: "another", dueAt: 20, attempts: 3, countedAt: -3 },
  died: { status: "processing", stage: "claimed", leaseToken: "dead", dueAt: -10, attempts: 3, deaths: 2, createdAt: -60 },
  diedScheduled: { status: "processing", stage: "claimed", leaseToken: "dead", dueAt: -10, attempts: 3, scheduledAt: -30, createdAt: -60 },
  deadly: { status: "processing", stage: "claimed", leaseToken: "dead", dueAt: -10, attempts: 3, deaths: 9 },
  diedIntent: { status: "processing", stage: "intent", leaseToken: "dead", dueAt: -10, attempts: 3, countedAt: -12 },
  diedFresh: { status: "processing", stage: "intent", leaseToken: "dead", dueAt: -10, attempts: 3, countedAt: 4 },
  unknown: { status: "processing", stage: "intent", dueAt: -10, attempts: 3, countedAt: -12 },
  unknownLater: { status: "processing", stage: "intent", dueAt: 10, attempts: 3, countedAt: -12 },
  sent: { status: "sent", sentAt: -50, countedAt: -50 },
  toFile: { status: "sent", sentAt: -50, copyAt: -50 },
  filing: { status: "sent", sentAt: -40, copyAt: 5, copyToken: MINE },
  deferred: { status: "sent", sentAt: -40, dueAt: -5, attempts: 3, deferred: PUT_OFF },
  deferredLater: { status: "sent", sentAt: -40, dueAt: 20, attempts: 3, deferred: PUT_OFF, refused: REFUSED },
  deferredClaimed: {
    status: "sent",
    sentAt: -40,
    dueAt: 20,
    attempts: 3,
    deferred: PUT_OFF,
    refused: REFUSED,
    stage: "claimed",
    leaseToken: MINE,
  },
  deferredIntent: { status: "sent", sentAt: -40, dueAt: 20, attempts: 3, deferred: PUT_OFF, stage: "intent", leaseToken: MINE },
  deferredDied: { status: "sent", sentAt: -40, dueAt: -10, attempts: 3, deferred: PUT_OFF, stage: "claimed", leaseToken: "dead" },
  deferredDiedIntent: { status: "sent", sentAt: -40, dueAt: -10, attempts: 3, refused: REFUSED, stage: "intent", leaseToken: "dead" },
  failed: { status: "failed", lastError: "550 no" },
  gaveUp: { status: "failed", stage: "intent", countedAt: -30, lastError: "unknown" },
  cancelled: { status: "cancelled" },
  held: { status: "scheduled", holdUntil: 20, revision: 1, scheduledAt: -10 },
  heldTooLong: { status: "scheduled", holdUntil: -20, revision: 1, sendBefore: 40 },
  heldAndCancelled: { status: "cancelled", holdUntil: 20, revision: 1, cancelReason: "replied" },
} as const satisfies Record<string, Readonly<Record<string, unknown>>>;

/** The names of the states. */
export type State = keyof typeof states;

const timed = (facts: Readonly<Record<string, unknown>>): Partial<SendDocument> =>
  Object.fromEntries(
    Object.entries(facts).map(([field, value]) => [
      field,
      typeof value === "number" && !["attempts", "deaths", "revision"].includes(field) ? inMinutes(value) : value,
    ]),
  );

/** A mailbox with a send in every state, each with its body, its attachment and the metadata of a campaign. */
export interface Filled {
  readonly userId: string;
  readonly mailboxId: string;
  readonly sends: Readonly<Record<State, Send>>;
  readonly all: readonly Send[];
}

/** Fills a mailbox; every send may be changed by `facts`. */
export const fill = async (database: Database, userId: string, facts: Partial<Send> = {}): Promise<Filled> => {
  const mailbox = aMailbox({ userId });
  const { sentAt: _sentAt, ...fresh } = aSend(mailbox, { createdAt: inMinutes(-90), attempts: 0, metadata: { campaign: "spring" } });
  const made = Object.entries(states).map(([state, change]) => {
    const { id, messageId } = aSend(mailbox);
    const send = { ...fresh, id, messageId, ...timed(change), ...facts } as Send;
    return [state, send] as const;
  });
  const sends = Object.fromEntries(made) as Filled["sends"];
  const all = made.map(([, send]) => send);
  await sendsOf(database).insertMany(all.map(sendDocument));
  await sendBodiesOf(database).insertMany(all.map(({ id }) => ({ _id: oid(id), userId: oid(userId), text: "Hi", html: "" })));
  await sendAttachmentsOf(database).insertMany(all.map(({ id }) => ({ _id: oid(id), userId: oid(userId), contents: [Buffer.from("a")] })));
  return { userId, mailboxId: mailbox.id, sends, all };
};

/** What each send is called: its state, with a prefix. */
export const namesOf = ({ sends, userId, mailboxId }: Filled, prefix = ""): readonly (readonly [string, string])[] => [
  ...Object.entries(sends).map(([state, { id }]) => [id, `${prefix}${state}`] as const),
  [userId, `${prefix}user`],
  [mailboxId, `${prefix}mailbox`],
];
