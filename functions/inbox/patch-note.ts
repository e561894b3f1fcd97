import { patchNote as operation } from "#shared/threads/contract/notes.ts";
import { notesOfOwn, writeNote, writtenBy } from "#shared/threads/notes.ts";
import { noteOut } from "#shared/threads/team-wire.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { notes, threads } from "#shared/threads/wiring/stores.ts";

const ports = { notes, threads };

/** PATCH /v1/inbox/threads/{id}/notes/{note_id}. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, key, params, body }) =>
    noteOut(await writeNote(ports, userId, { threadId: params.id, id: params.note_id, of: notesOfOwn(key) }, writtenBy(key, body))),
  ),
);
