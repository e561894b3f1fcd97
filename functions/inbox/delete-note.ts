import { deleteNote as operation } from "#shared/threads/contract/notes.ts";
import { notesOfOwn, removeNote } from "#shared/threads/notes.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { notes, threads } from "#shared/threads/wiring/stores.ts";

const ports = { notes, threads };

/** DELETE /v1/inbox/threads/{id}/notes/{note_id}. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, key, params }) => {
    await removeNote(ports, userId, { threadId: params.id, id: params.note_id, of: notesOfOwn(key) });
    return undefined;
  }),
);
