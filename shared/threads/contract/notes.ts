import * as z from "zod/mini";
import { described, named, operation } from "#shared/api/operation.ts";
import { atMost, dateTimeOut, idParams, lineOfText, objectId } from "#shared/api/fields.ts";
import { exampleThread } from "#shared/inbox/contract/thread-record.ts";
import { fitInBytes } from "#shared/mail/text.ts";
import { offsetOrCursor, pageQuery, shownPage } from "#shared/api/paging.ts";

/** The longest text of a note, bytes of UTF-8, and the longest id of a person, characters. */
const TEXT_BYTES = 10_240;
const BY_MAX = 64;

const TOO_LONG = "must have at most 10 KB";
const text = z.string().check(
  atMost(TEXT_BYTES, TOO_LONG),
  z.refine((value) => value.trim() !== "", "must not be empty"),
  z.refine((value) => fitInBytes(TEXT_BYTES, value), TOO_LONG),
  z.refine((value) => value.isWellFormed(), "must be well-formed Unicode"),
);

/** A note of a conversation (api/README.md, "Inbox"). */
export const note = named(
  "Note",
  z.object({
    id: described(z.string(), "The note's id."),
    thread_id: described(z.string(), "The conversation that it was written to."),
    text: described(z.string(), "What it says, as plain text."),
    by: described(z.string(), 'Your id of the person who wrote it; "" where none was given.'),
    created_at: described(dateTimeOut, "When it was written, RFC 3339 in UTC."),
    updated_at: described(dateTimeOut, "When its text was last written."),
  }),
  "What your team tells itself about a conversation. It is never mailed, quoted, forwarded or found by a search.",
);

const example = {
  id: "655f1c2e9b1e8a00123456c1",
  thread_id: exampleThread.id,
  text: "She asked for the same by phone.",
  by: "anna",
  created_at: "2026-11-21T09:40:00.000Z",
  updated_at: "2026-11-21T09:40:00.000Z",
};

const noteParams = z.strictObject({ id: objectId, note_id: objectId });
const by = z.optional(lineOfText(BY_MAX));

/** POST /v1/inbox/threads/{id}/notes. */
export const addNote = operation({
  id: "inbox/add-note",
  scope: "read",
  audited: "note.created",
  method: "POST",
  path: "/v1/inbox/threads/{id}/notes",
  boundKeys: { id: "thread" },
  idempotent: true,
  fills: true,
  summary: "Add a note",
  description: "Write a note to a conversation, which nobody outside your team sees; a conversation has up to 200",
  params: idParams,
  body: named(
    "NewNote",
    z.strictObject({
      text: described(text, "What it says, as plain text of up to 10 KB."),
      by: described(by, "Your id of the person who writes it, up to 64 characters."),
    }),
    "A note to write.",
  ),
  response: note,
  status: 201,
  errors: [400, 404, 409],
  example: { body: { text: example.text, by: "anna" }, response: example },
});

/** GET /v1/inbox/threads/{id}/notes. */
export const listNotes = operation({
  id: "inbox/list-notes",
  method: "GET",
  path: "/v1/inbox/threads/{id}/notes",
  boundKeys: { id: "thread" },
  summary: "List notes",
  description: "List the notes of a conversation, newest first",
  pagedBy: "created_at",
  params: idParams,
  query: z.strictObject(pageQuery).check(offsetOrCursor),
  response: named("NoteList", z.object({ notes: described(z.array(note), "The notes, newest first."), ...shownPage }), "A page of notes."),
  errors: [400, 404],
  example: { response: { notes: [example], limit: 50, offset: 0 } },
});

/** PATCH /v1/inbox/threads/{id}/notes/{note_id}. */
export const patchNote = operation({
  id: "inbox/patch-note",
  scope: "read",
  audited: "note.updated",
  method: "PATCH",
  path: "/v1/inbox/threads/{id}/notes/{note_id}",
  boundKeys: { id: "thread" },
  summary: "Change a note",
  description: "Write the text of a note anew; a member who is no admin writes only his own",
  params: noteParams,
  body: named(
    "NoteChanges",
    z.strictObject({
      text: described(text, "What it says from now on, up to 10 KB."),
      by: described(by, "Your id of the person who wrote it; it stays as it is when absent."),
    }),
    "The new text of a note.",
  ),
  response: note,
  errors: [400, 404],
  example: {
    body: { text: "She asked for the same by phone, twice." },
    response: { ...example, text: "She asked for the same by phone, twice." },
  },
});

/** DELETE /v1/inbox/threads/{id}/notes/{note_id}. */
export const deleteNote = operation({
  id: "inbox/delete-note",
  scope: "read",
  audited: "note.deleted",
  method: "DELETE",
  path: "/v1/inbox/threads/{id}/notes/{note_id}",
  boundKeys: { id: "thread" },
  summary: "Delete a note",
  description: "Delete a note for good; a member who is no admin deletes only his own",
  params: noteParams,
  status: 204,
  errors: [400, 404],
});
