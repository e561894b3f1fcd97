import type { Database } from "../database.ts";
import { transitions } from "../../../domain/sending/transitions.ts";
import { updateBy, whichMay } from "./apply-transition.ts";
import { sendsOf } from "./send-documents.ts";

/**
 * After the database was set back to `since`: every send that was alive then and is due by now may have gone out meanwhile. Each becomes
 * one whose outcome is unknown, so that it is looked up in its mailbox's Sent folder and never sent blindly (G4). Answers how many; safe to
 * repeat. What was accepted since, and what is due later, stays as it is. Deferred recipients are not tried any more.
 */
export const markUnknownAfterRestore = async (database: Database, since: Date): Promise<number> => {
  const { localTime } = await database.raw.command({ hello: 1 });
  const mayBeSent = { ...whichMay(transitions.doubt), createdAt: { $lte: since }, dueAt: { $lte: localTime as Date } };
  const { modifiedCount } = await sendsOf(database).updateMany(mayBeSent, updateBy(transitions.doubt));
  await sendsOf(database).updateMany(
    { status: "sent", dueAt: { $gte: new Date(0) }, createdAt: { $lte: since } },
    updateBy(transitions.stopDeferred),
  );
  return modifiedCount;
};
