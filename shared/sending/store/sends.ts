import type { Connect, Database } from "#shared/platform/mongo/database.ts";
import { oid, fromDocument, given, inMailboxes, joinedPage, pageOf } from "#shared/platform/mongo/documents.ts";
import { threadsOf } from "#shared/threads/store/thread-documents.ts";
import type { Conversations } from "../accept/choose-mailbox.ts";
import type { Filter, ObjectId } from "mongodb";
import { DAY_MS } from "../deliver/claim.ts";
import { type Loads, queuedFields, type QueuedSend, type SendFilter, type Sends } from "../ports/sends.ts";
import { type SendDocument, sendsOf, sendAttachmentsOf, pairsOf, sendBodiesOf, STEP_MAX, toSend } from "./send-documents.ts";
import { workerNow } from "#shared/platform/world.ts";
import type { Labels, Send } from "../send.ts";
import { transitions } from "../transitions.ts";
import type { Page } from "#shared/platform/ports.ts";
import { noBodyStore, type ReadBodies } from "#shared/platform/body-store.ts";
import { wholeRows } from "#shared/platform/mongo/moved-bodies.ts";
import { updateBy, whichMay } from "./apply-transition.ts";
import { areDeferred, endFollowUpsOf } from "./deferrals.ts";
import { pausesOf } from "./delivery-rows.ts";
import { threadIdFilter } from "#shared/threads/store/thread-merges.ts";

/** The most conversations that are read: twenty for each recipient of the largest batch. */
const CONVERSATION_ROWS_MAX = 20_000;

/** The conversations of mailboxes in MongoDB. */
export const mongoConversations = (connect: Connect): Conversations => ({
  latest: async (userId, mailboxIds, addresses) => {
    if (mailboxIds.length === 0 || addresses.length === 0) return new Map();
    const asked = new Set(addresses);
    const filter = { userId: oid(userId), participants: { $in: [...addresses] }, mailboxId: { $in: mailboxIds.map(oid) } };
    const found = threadsOf(await connect()).find(filter, { projection: { _id: 0, mailboxId: 1, participants: 1 } });
    const rows = await found.sort({ lastMessageAt: -1, _id: -1 }).limit(CONVERSATION_ROWS_MAX).toArray();
    const latest = new Map<string, Set<string>>();
    for (const { mailboxId, participants } of rows)
      for (const address of participants)
        if (asked.has(address)) latest.set(address, (latest.get(address) ?? new Set()).add(mailboxId.toHexString()));
    return new Map([...latest].map(([address, ids]) => [address, [...ids]]));
  },
});

/** The most emails that are read of those that left, and of those that wait. */
const ROWS_MAX = 20_000;

type Field = keyof SendDocument;

const [, ...fields] = queuedFields;

/** The emails of mailboxes that have left or wait (`Sends.loads`), up to `most` of each; of those that wait also the `more` fields. */
export const loadsOf = async <F extends keyof Send & Field = never>(
  database: Database,
  mailboxIds: readonly ObjectId[],
  until: Date,
  { most = ROWS_MAX, more = [] }: { readonly most?: number; readonly more?: readonly F[] } = {},
): Promise<Loads<QueuedSend & Pick<Send, F>>> => {
  const now = workerNow();
  const rowsOf = async (filter: Filter<SendDocument>, names: readonly Field[]) => {
    const projection = Object.fromEntries(["mailboxId", ...names].map((name) => [name, 1]));
    const rows = sendsOf(database).find({ mailboxId: { $in: [...mailboxIds] }, ...filter }, { projection });
    const found = await rows.limit(most + 1).toArray();
    return { isCut: found.length > most, byMailbox: Map.groupBy(found, ({ mailboxId }) => mailboxId.toHexString()) };
  };
  const [counted, claimed, waiting] = await Promise.all([
    rowsOf({ countedAt: { $gt: new Date(now.getTime() - DAY_MS) } }, ["countedAt"]),
    rowsOf({ status: "processing", dueAt: { $gt: new Date(0) }, countedAt: { $exists: false } }, []),
    rowsOf({ status: { $in: ["queued", "scheduled"] }, dueAt: { $lte: until } }, [...fields, ...more]),
  ]);
  const countedIn = (id: string) => {
    const rows = [...(counted.byMailbox.get(id) ?? []), ...(claimed.byMailbox.get(id) ?? [])];
    return rows.map(({ countedAt = now }) => countedAt).toSorted((a, b) => a.getTime() - b.getTime());
  };
  const waitingIn = (id: string) =>
    (waiting.byMailbox.get(id) ?? []).map(fromDocument<QueuedSend & Pick<Send, F>>).toSorted((a, b) => +(a.dueAt ?? 0) - +(b.dueAt ?? 0));
  return {
    isCut: counted.isCut || claimed.isCut || waiting.isCut,
    byMailbox: new Map(mailboxIds.map(String).map((id) => [id, { counted: countedIn(id), waiting: waitingIn(id) }])),
  };
};

const either = (wanted: boolean | undefined) => (wanted === undefined ? undefined : { $exists: wanted });

const statuses: readonly Send["status"][] = ["queued", "processing", "sent", "failed", "scheduled", "cancelled"];
const havingAll = (labels: Labels) => ({ $and: pairsOf(labels).map((pair) => ({ pairs: pair })) });

/** The filter of a list, with every id of its thread. */
export const sendQuery = (
  userId: string,
  { status, mailboxId, mailboxIds, toEmail, since, until, kind, replied, bounced, waitingFor, ...labels }: SendFilter,
): Filter<SendDocument> => ({
  userId: oid(userId),
  ...given({ kind, repliedAt: either(replied), bouncedAt: either(bounced) }),
  // One index holds labels and states: without a state all are named, so that the index returns rows in order.
  ...(pairsOf(labels).length > 0 && { ...havingAll(labels), ...(status === undefined && { status: { $in: [...statuses] } }) }),
  ...inMailboxes({ mailboxId, mailboxIds }),
  ...given({ status, recipient: toEmail?.toLowerCase() }),
  draft: waitingFor === "draft" || { $exists: false },
  ...(waitingFor !== undefined && {
    holdUntil: { $exists: true },
    status: status === undefined || status === "scheduled" ? "scheduled" : { $in: [] },
  }),
  ...((since ?? until) && { createdAt: given({ $gte: since, $lte: until }) }),
});

/** The filter for what a key holds for approval, or held when it was cancelled. */
const ownHeld = (heldBy: string | undefined) => (heldBy === undefined ? {} : { heldBy, holdUntil: { $exists: true } });

/** The sends of an account in MongoDB; bodies that have left it are read from the store. */
export const mongoSends = (connect: Connect, bodyStore: ReadBodies = noBodyStore): Sends => ({
  find: async (userId, id) => {
    const found = await sendsOf(await connect()).findOne({ _id: oid(id), userId: oid(userId) });
    return found ? toSend(found) : undefined;
  },
  bodies: async (userId, ids) => {
    const rows = await sendBodiesOf(await connect())
      .find({ _id: { $in: ids.map(oid) }, userId: oid(userId) })
      .toArray();
    const found = await wholeRows("sendBodies", rows, bodyStore);
    return new Map(
      found.map(({ _id, html, text, draftState }) => [_id.toHexString(), { html, text, ...(draftState !== undefined && { draftState }) }]),
    );
  },
  contents: async (userId, id) => {
    const row = await sendAttachmentsOf(await connect()).findOne({ _id: oid(id), userId: oid(userId) });
    const [found] = await wholeRows("sendAttachments", row ? [row] : [], bodyStore);
    return found?.contents.map((content) => (content instanceof Uint8Array ? content : content.buffer));
  },
  list: async (userId, filter, page) => {
    const database = await connect();
    const ofThread = filter.threadId === undefined ? {} : { threadId: await threadIdFilter(database, userId, filter.threadId) };
    const query = { ...sendQuery(userId, filter), ...ofThread };
    const read = (some: object, part: Page) => pageOf(sendsOf(database), { ...query, ...some }, "createdAt", part).toArray();
    return (await joinedPage<SendDocument>(filter, "createdAt", page, read)).map(toSend);
  },
  loads: async (mailboxIds, until) => loadsOf(await connect(), mailboxIds.map(oid), until),
  pauses: async (mailboxIds) => pausesOf(await connect(), mailboxIds.map(oid)),
  cancel: async (userId, id, { heldBy, reason, draft, by } = {}) => {
    const database = await connect();
    const sends = sendsOf(database);
    const mine = { _id: oid(id), userId: oid(userId), ...ownHeld(heldBy) };
    const erase = async () => {
      const { eraseDraft } = await import("./written-drafts.ts");
      return database.transaction((session) => eraseDraft({ database, session }, mine));
    };
    if (draft) return erase();
    const after = { returnDocument: "after" } as const;
    const move = reason === undefined ? transitions.cancel : transitions.reject;
    const change = { set: { rejectReason: reason, cancelledBy: by } };
    const waited = await sends.findOneAndUpdate({ ...mine, ...whichMay(move) }, updateBy(move, change), after);
    const mayStop = waited === null && heldBy === undefined && reason === undefined;
    const cancelled = mayStop
      ? await sends.findOneAndUpdate({ ...mine, ...areDeferred }, updateBy(transitions.stopDeferred), after)
      : waited;
    if (cancelled) return toSend(cancelled);
    return mayStop ? erase() : undefined;
  },
  move: async (userId, id, { time, window, sendBefore }) => {
    const wishes = {
      ...(time && { scheduledAt: time.at, sendAt: time.sendAt, scheduledAfter: time.scheduledAfter }),
      ...(window !== undefined && { window: window ?? undefined }),
    };
    const transition = time ? (time.at ? transitions.move : transitions.moveToNow) : transitions.change;
    const clear = Object.entries(wishes).flatMap(([field, value]) => (value === undefined ? [field as keyof Send] : []));
    const moved = await sendsOf(await connect()).findOneAndUpdate(
      { _id: oid(id), userId: oid(userId), ...whichMay(transition) },
      updateBy(transition, { set: { ...wishes, sendBefore, dueAt: time?.at }, clear }),
      { returnDocument: "after" },
    );
    return moved ? toSend(moved) : undefined;
  },
  noteEta: async (userId, id, dueAt, eta) => {
    const asRead = { ...whichMay(transitions.noteEta), dueAt, firstEta: { $exists: false } };
    const update = updateBy(transitions.noteEta, { set: { firstEta: eta } });
    await sendsOf(await connect()).updateOne({ _id: oid(id), userId: oid(userId), ...asRead }, update);
  },
  cancelMany: async (userId, which, { mailboxIds, heldBy, by } = {}) => {
    const sends = sendsOf(await connect());
    const mine = { userId: oid(userId), ...inMailboxes({ mailboxIds }), ...ownHeld(heldBy) };
    const waiting = { ...mine, ...whichMay(transitions.cancel) };
    const foundIds = async (metadata: Readonly<Record<string, string>>) => {
      const found = sends.find({ ...waiting, ...havingAll({ metadata }) }, { projection: { _id: 1 } });
      return (await found.limit(STEP_MAX).toArray()).map(({ _id }) => _id);
    };
    const those = { _id: { $in: "ids" in which ? which.ids.map(oid) : await foundIds(which.metadata) } };
    await sends.updateMany({ ...waiting, ...those }, updateBy(transitions.cancel, { set: { cancelledBy: by } }));
    if ("ids" in which) await sends.updateMany({ ...mine, ...those, ...areDeferred }, updateBy(transitions.stopDeferred));
    // A worker may have claimed one of them meanwhile, so the states are read again.
    const now = await sends.find({ ...mine, ...those }, { projection: { status: 1 } }).toArray();
    return new Map(now.map(({ _id, status }) => [_id.toHexString(), status]));
  },
  countUnsent: async (userId, metadata, most, { mailboxIds, heldBy } = {}) => {
    const those = {
      userId: oid(userId),
      ...inMailboxes({ mailboxIds }),
      ...ownHeld(heldBy),
      ...whichMay(transitions.cancel),
      ...havingAll({ metadata }),
    };
    return sendsOf(await connect()).countDocuments(those, { limit: most });
  },
  endFollowUps: async (userId, parentIds) => (await endFollowUpsOf(sendsOf(await connect()), oid(userId), parentIds.map(oid))).map(toSend),
  followUps: async (userId, parentIds) => {
    const waiting = { userId: oid(userId), waitsFor: { $in: parentIds.map(oid) }, ...whichMay(transitions.change) };
    return (
      await sendsOf(await connect())
        .find(waiting)
        .limit(STEP_MAX)
        .toArray()
    ).map(toSend);
  },
  rescheduleFollowUps: async (userId, times) => {
    if (times.length === 0) return;
    const timed = { userId: oid(userId), ...whichMay(transitions.followParent), scheduledAfter: { $exists: true } };
    const update = (at: Date) => updateBy(transitions.followParent, { set: { scheduledAt: at, dueAt: at } });
    await sendsOf(await connect()).bulkWrite(
      times.map(({ id, at }) => ({ updateOne: { filter: { ...timed, _id: oid(id) }, update: update(at) } })),
    );
  },
  makeFollowUpsDue: async (userId, parentIds) => {
    const filter = { userId: oid(userId), waitsFor: { $in: parentIds.map(oid) }, ...whichMay(transitions.followNow) };
    const sends = sendsOf(await connect());
    const found = await sends.find(filter).limit(STEP_MAX).toArray();
    const those = { ...filter, _id: { $in: found.map(({ _id }) => _id) } };
    if (found.length > 0) await sends.updateMany(those, updateBy(transitions.followNow));
    // A time in the past by every clock, so that they are due at once.
    return found.map((send) => ({ ...toSend(send), dueAt: new Date(0) }));
  },
});
