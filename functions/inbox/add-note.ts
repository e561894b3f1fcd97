import { addNote as operation } from "#shared/threads/contract/notes.ts";
import { addNote, writtenBy } from "#shared/threads/notes.ts";
import { noteOut } from "#shared/threads/team-wire.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { notes, threads } from "#shared/threads/wiring/stores.ts";

const ports = { notes, threads, clock, ids };

/** POST /v1/inbox/threads/{id}/notes. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, key, params, body }) => noteOut(await addNote(ports, userId, params.id, writtenBy(key, body)))),
);
