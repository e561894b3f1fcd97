import type { ObjectId } from "mongodb";
import { transitions } from "../../../domain/sending/transitions.ts";
import type { Database } from "../database.ts";
import { whichMay } from "../sending/apply-transition.ts";
import { sendsOf } from "../sending/send-documents.ts";
import type { Forgotten } from "./forgotten.ts";

const PAGE = 1_000;

/** Those of the sends that were cancelled in the old database, or that it gave to a server. */
const finishedIn = async (old: Database, ids: readonly ObjectId[]): Promise<readonly Forgotten[]> => {
  const finished = {
    _id: { $in: [...ids] },
    $or: [{ status: { $in: ["sent", "failed", "cancelled"] as const } }, { stage: "intent" as const }],
  };
  const rows = await sendsOf(old)
    .find(finished, { projection: { userId: 1, status: 1 } })
    .toArray();
  return rows.map(({ _id, userId, status }) => ({
    kind: "send",
    userId: userId.toHexString(),
    id: _id.toHexString(),
    isCancelled: status === "cancelled",
  }));
};

/**
 * Sends that wait in the restored database, due later, and that the old one cancelled, or moved to an earlier time and sent. What is due by now needs
 * no comparison (markUnknownAfterRestore).
 */
export const finishedSends = async (restored: Database, old: Database, since: Date): Promise<readonly Forgotten[]> => {
  const waiting = { ...whichMay(transitions.doubt), createdAt: { $lte: since }, dueAt: { $gte: new Date(0) } };
  const found: Forgotten[] = [];
  let page: ObjectId[] = [];
  for await (const { _id } of sendsOf(restored).find(waiting, { projection: { _id: 1 } })) {
    page.push(_id);
    if (page.length < PAGE) continue;
    found.push(...(await finishedIn(old, page)));
    page = [];
  }
  return [...found, ...(await finishedIn(old, page))];
};
