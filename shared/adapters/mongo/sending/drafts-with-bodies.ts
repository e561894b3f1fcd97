import type { ClaimedDraft } from "../../../domain/sending/ports/claims.ts";
import type { Send } from "../../../domain/sending/send.ts";
import type { Database } from "../database.ts";
import { oid } from "../documents.ts";
import { sendBodiesOf } from "./send-documents.ts";

/** Sends with their bodies, read by one command; a missing body is undefined. */
export const draftsWithBodies = async (database: Database, sends: readonly Send[]): Promise<readonly ClaimedDraft[]> => {
  if (sends.length === 0) return [];
  const bodies = await sendBodiesOf(database)
    .find({ _id: { $in: sends.map(({ id }) => oid(id)) } })
    .toArray();
  const byId = new Map(bodies.map(({ _id, html, text }) => [_id.toHexString(), { html, text }]));
  return sends.map((send) => ({ send, body: byId.get(send.id) }));
};
