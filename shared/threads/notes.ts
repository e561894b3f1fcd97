import { byOf, type KeyInUse } from "#shared/accounts/auth/ports.ts";
import type { Threads } from "./ports.ts";
import type { Clock, Ids, Page } from "#shared/platform/ports.ts";
import { conflict, insufficientScope, notFound } from "#shared/platform/errors.ts";
import type { ThreadKey } from "#shared/inbox/ports/messages.ts";

/** How long a viewer counts as present after the page's last request, ms; a page makes one every twelve seconds. */
export const PRESENT_MS = 30_000;

/** A viewer of a conversation. */
export interface Present {
  /** By which others know him. */
  readonly name: string;
  readonly isWriting: boolean;
}

/** The viewers of conversations. */
export interface Presence {
  /** Says that somebody is in a conversation, and returns who else gave a sign within PRESENT_MS; one command. `id`: in two windows he is one. */
  sign(userId: string, threadId: string, me: Present & { readonly id: string }): Promise<readonly Present[]>;
}

/**
 * Registers the caller as a viewer of the conversation, and returns the other viewers. A caller who may not see the mailbox is not registered and
 * gets nobody. Without a conversation it runs no query: the page of the only user of an account names none.
 */
export const presentIn = async (
  { threads, presence }: { readonly threads: Pick<Threads, "find">; readonly presence: Presence },
  key: KeyInUse,
  viewing: string | undefined,
  isWriting: boolean,
  mailboxIds: readonly string[] | undefined,
): Promise<readonly Present[]> => {
  const thread = viewing === undefined ? undefined : await threads.find(key.userId, viewing);
  if (!thread || (mailboxIds && !mailboxIds.includes(thread.mailboxId))) return [];
  return presence.sign(key.userId, thread.id, { id: key.member?.id ?? byOf(key), name: byOf(key), isWriting });
};

/** What a team tells itself about a conversation. It is no mail: nothing that is sent, quoted, forwarded or searched has it. */
export interface Note {
  readonly id: string;
  readonly userId: string;
  readonly mailboxId: string;
  readonly threadId: string;
  readonly text: string;
  /** The client's id of the person who wrote it; "" where none was given. */
  readonly by: string;
  readonly createdAt: Date;
  /** When its text was last written. */
  readonly updatedAt: Date;
}

/** The most notes of a conversation. */
export const NOTES_MAX = 200;
/** The most notes that a conversation's view shows, the newest. */
export const NOTES_SHOWN = 50;

/** The notes of an account. After a merge of conversations a note keeps the id of its former one, which the merged conversation lists. */
export interface Notes {
  /** Stores a note; false when its conversation has NOTES_MAX, or is gone. */
  add(note: Note): Promise<boolean>;
  /** Newest first, the id as tie-break. */
  list(userId: string, thread: ThreadKey, page: Page): Promise<readonly Note[]>;
  find(userId: string, thread: ThreadKey, id: string): Promise<Note | undefined>;
  /** Writes a note's text anew; undefined when the conversation has no such note. */
  write(userId: string, thread: ThreadKey, id: string, changes: Partial<Pick<Note, "text" | "by">>): Promise<Note | undefined>;
  /** False when the conversation has no such note. */
  remove(userId: string, thread: ThreadKey, id: string): Promise<boolean>;
}

/** The dependencies of notes. */
export interface NotesPorts {
  readonly notes: Notes;
  readonly threads: Pick<Threads, "find">;
  readonly clock: Clock;
  readonly ids: Pick<Ids, "objectId">;
}

/** The note with its author: a member's own name, whatever the request says; for a key the name in the request. */
export const writtenBy = <N extends { readonly by?: string | undefined }>({ member }: Pick<KeyInUse, "member">, note: N): N =>
  member ? { ...note, by: member.name } : note;

const threadOf = async ({ threads }: Pick<NotesPorts, "threads">, userId: string, id: string) => {
  const thread = await threads.find(userId, id);
  if (!thread) throw notFound("Thread");
  return thread;
};

/** Whose notes alone a key may write anew and delete: a member's his own, unless he is an admin; any of the account's else. */
export const notesOfOwn = ({ member, scopes }: Pick<KeyInUse, "member" | "scopes">): string | undefined =>
  scopes.includes("admin") ? undefined : member?.name;

/** Which note is changed, and whose it must be; undefined: anybody's. */
interface NoteKey {
  readonly threadId: string;
  readonly id: string;
  readonly of?: string | undefined;
}

/** The conversation of a note that may be changed. Throws 404, and 403 for somebody else's. */
const threadOfNote = async ({ notes, threads }: Pick<NotesPorts, "notes" | "threads">, userId: string, { threadId, id, of }: NoteKey) => {
  const thread = await threadOf({ threads }, userId, threadId);
  if (of !== undefined) {
    const note = await notes.find(userId, thread, id);
    if (note && note.by !== of) throw insufficientScope("admin");
  }
  return thread;
};

/** Adds a note to a conversation. Throws 404, and 409 when it has the most that it can have. */
export const addNote = async (
  ports: NotesPorts,
  userId: string,
  threadId: string,
  { text, by = "" }: { readonly text: string; readonly by?: string | undefined },
): Promise<Note> => {
  const thread = await threadOf(ports, userId, threadId);
  const createdAt = ports.clock.now();
  const { id, mailboxId } = thread;
  const note = { id: ports.ids.objectId(), userId, mailboxId, threadId: id, text, by, createdAt, updatedAt: createdAt };
  if (!(await ports.notes.add(note))) throw conflict("The conversation has too many notes", `it has ${NOTES_MAX}, the most there may be`);
  return note;
};

/** A page of a conversation's notes, newest first. Throws 404. */
export const listNotes = async (ports: Pick<NotesPorts, "notes" | "threads">, userId: string, threadId: string, page: Page) =>
  ports.notes.list(userId, await threadOf(ports, userId, threadId), page);

/** Writes a note anew. Throws 404, and 403 for somebody else's. */
export const writeNote = async (
  ports: Pick<NotesPorts, "notes" | "threads">,
  userId: string,
  key: NoteKey,
  changes: { readonly text?: string | undefined; readonly by?: string | undefined },
): Promise<Note> => {
  const { text, by } = changes;
  const given = { ...(text !== undefined && { text }), ...(by !== undefined && { by }) };
  const note = await ports.notes.write(userId, await threadOfNote(ports, userId, key), key.id, given);
  if (!note) throw notFound("Note");
  return note;
};

/** Deletes a note. Throws 404, and 403 for somebody else's. */
export const removeNote = async (ports: Pick<NotesPorts, "notes" | "threads">, userId: string, key: NoteKey): Promise<void> => {
  if (!(await ports.notes.remove(userId, await threadOfNote(ports, userId, key), key.id))) throw notFound("Note");
};
