import { listNotes as operation } from "#shared/threads/contract/notes.ts";
import { listNotes } from "#shared/threads/notes.ts";
import { noteOut } from "#shared/threads/team-wire.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { notes, threads } from "#shared/threads/wiring/stores.ts";

const ports = { notes, threads };

/** GET /v1/inbox/threads/{id}/notes. */
export const handler = endpoint(operation, async ({ userId, params, query }) => {
  const { limit, offset } = query;
  const found = await listNotes(ports, userId, params.id, query);
  return { notes: found.map(noteOut), limit, offset };
});
