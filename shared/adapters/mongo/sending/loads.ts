import type { Filter, ObjectId } from "mongodb";
import { DAY_MS } from "../../../domain/sending/deliver/judge-claim.ts";
import type { MailboxLoad } from "../../../domain/sending/ports/sends.ts";
import type { Database } from "../database.ts";
import { type SendDocument, sendsOf } from "./send-documents.ts";

/** Times that are read at most. */
const TIMES_MAX = 20_000;

/** What left and what waits of mailboxes (`Sends.loads`). */
export const loadsOf = async (
  database: Database,
  mailboxIds: readonly ObjectId[],
  until: Date,
): Promise<ReadonlyMap<string, MailboxLoad> | undefined> => {
  const times = async (filter: Filter<SendDocument>, field: "countedAt" | "dueAt") => {
    const rows = sendsOf(database).find({ mailboxId: { $in: [...mailboxIds] }, ...filter }, { projection: { mailboxId: 1, [field]: 1 } });
    const found = await rows.limit(TIMES_MAX + 1).toArray();
    return found.length > TIMES_MAX ? undefined : Map.groupBy(found, ({ mailboxId }) => String(mailboxId));
  };
  const [counted, waiting] = await Promise.all([
    times({ countedAt: { $gt: new Date(Date.now() - DAY_MS) } }, "countedAt"),
    times({ status: { $in: ["queued", "scheduled"] }, dueAt: { $lte: until } }, "dueAt"),
  ]);
  if (!counted || !waiting) return undefined;
  const datesOf = (rows: readonly SendDocument[] = [], field: "countedAt" | "dueAt") =>
    rows.flatMap((row) => row[field] ?? []).toSorted((a, b) => a.getTime() - b.getTime());
  return new Map(
    mailboxIds
      .map(String)
      .map((id) => [id, { counted: datesOf(counted.get(id), "countedAt"), waiting: datesOf(waiting.get(id), "dueAt") }]),
  );
};
