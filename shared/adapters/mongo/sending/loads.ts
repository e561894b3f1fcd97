import type { Filter, ObjectId } from "mongodb";
import { DAY_MS } from "../../../domain/sending/deliver/judge-claim.ts";
import { type Loads, queuedFields, type QueuedSend } from "../../../domain/sending/ports/sends.ts";
import type { Database } from "../database.ts";
import { fromDocument } from "../documents.ts";
import { type SendDocument, sendsOf } from "./send-documents.ts";
import { workerNow } from "../../../domain/world.ts";

/** The most emails that are read of those that left, and of those that wait. */
const ROWS_MAX = 20_000;

type Field = keyof SendDocument;

const [, ...fields] = queuedFields;

/** The emails of mailboxes that have left and that wait (`Sends.loads`), up to `most` of each. */
export const loadsOf = async (database: Database, mailboxIds: readonly ObjectId[], until: Date, most = ROWS_MAX): Promise<Loads> => {
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
    rowsOf({ status: { $in: ["queued", "scheduled"] }, dueAt: { $lte: until } }, fields),
  ]);
  const countedIn = (id: string) => {
    const rows = [...(counted.byMailbox.get(id) ?? []), ...(claimed.byMailbox.get(id) ?? [])];
    return rows.map(({ countedAt = now }) => countedAt).toSorted((a, b) => a.getTime() - b.getTime());
  };
  const waitingIn = (id: string) =>
    (waiting.byMailbox.get(id) ?? []).map(fromDocument<QueuedSend>).toSorted((a, b) => +(a.dueAt ?? 0) - +(b.dueAt ?? 0));
  return {
    isCut: counted.isCut || claimed.isCut || waiting.isCut,
    byMailbox: new Map(mailboxIds.map(String).map((id) => [id, { counted: countedIn(id), waiting: waitingIn(id) }])),
  };
};
