import type { FolderWord, MailChanges, ServerFlags } from "#shared/inbox/ports/messages.ts";
import type { DirectoryFolder, DirectoryItem, ItemRange, MailDirectory } from "#shared/inbox/ports/mail-directory.ts";
import type { MessageLocation, ServerChange } from "#shared/inbox/message.ts";
import { parseHeadersAndParts } from "#shared/mail/read/mime/parse-message.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { ApiError, apiFailure } from "./api-client.ts";

/** A message as an interface shows it now. */
export interface ApiMessage {
  readonly item: Omit<DirectoryItem, "uid">;
  /** The id of the one folder that it is in. */
  readonly folderId: string;
  /** Its Message-ID as the interface tells it; "" for none. */
  readonly messageId: string;
}

type Flags = Pick<ServerChange, "isRead" | "isFlagged">;

/** The calls by which an HTTP interface changes messages, named by constant ids. They throw the API client's errors or MailFailure. */
export interface ApiChanges extends Pick<MailChanges, "reads"> {
  /** What it shows of these messages; without those that it does not have. */
  look(ids: readonly string[]): Promise<readonly ApiMessage[]>;
  /** Up to 100 messages with this Message-ID, in any folder. */
  named(messageId: string): Promise<readonly ApiMessage[]>;
  setFlags(id: string, flags: Flags): Promise<void>;
  /** Moves a message out of the folder that it is in, to the one with this id; false when it counts as there already. */
  move(message: ApiMessage, folderId: string): Promise<boolean>;
  /** The path of the folder that a word stands for; undefined for none. */
  folderFor(word: FolderWord): Promise<string | undefined>;
  /** Folders that the directory never lists. */
  readonly beside?: readonly Pick<DirectoryFolder, "id" | "path">[];
  /** Writes into the directory where a message is now, and as what; `from`: the folder of the directory that it has left. */
  place(message: ApiMessage, from?: string): Promise<void>;
  /** Has a folder read from its start, because its changes do not tell of all flags; absent where they do. */
  readonly renew?: (folder: DirectoryFolder) => Promise<void>;
}

/** The open folder of a session. The UIDs of a folder that is not in the directory are valid only in this session. */
export interface OpenedFolder {
  readonly folder: Pick<DirectoryFolder, "id" | "path" | "uidValidity" | "count">;
  readonly beside?: Map<string, DirectoryItem>;
}

/** What changing needs of the session. */
interface Ends {
  readonly changes: ApiChanges;
  readonly directory: MailDirectory;
  readonly mailboxId: string;
  readonly folders: () => readonly DirectoryFolder[];
  readonly opened: () => OpenedFolder | undefined;
  readonly open: (opened: OpenedFolder) => void;
  /** Messages of the opened folder. */
  readonly find: (range: ItemRange) => Promise<readonly DirectoryItem[]>;
}

/** An error of a change: one about this message alone is a refusal; any other ends the session. */
const failureOf = (error: unknown): unknown => {
  if (!(error instanceof ApiError)) return error;
  const { status, paceMs, isOperators, reply } = error;
  if (status === 401 || status >= 500 || paceMs !== undefined || isOperators) return apiFailure(error);
  return refused(reply, error);
};
const refused = (reply: string, cause?: Error) => new MailFailure("HTTPS", "refused", { at: "session", reply, ...(cause && { cause }) });
const attempted = <R>(work: Promise<R>): Promise<R> =>
  work.catch((error: unknown) => {
    throw failureOf(error);
  });

/** A Message-ID as the reader of mail has it. */
const asRead = (messageId: string): string => {
  const headers = Buffer.from(`Message-ID: ${messageId.replaceAll(/[\r\n]+/g, " ")}\r\n\r\n`);
  return parseHeadersAndParts({ headers, texts: [], htmls: [], attachments: [], reports: [] }).messageId;
};

const flagsOf = ({ seen, flagged }: Pick<DirectoryItem, "seen" | "flagged">): ServerFlags => ({
  isRead: seen,
  ...(flagged !== undefined && { isFlagged: flagged }),
});

/** The flags of a wish that a message does not have. */
const lacking = ({ isRead, isFlagged }: Flags, { item: { seen, flagged } }: ApiMessage): Flags => ({
  ...(isRead !== undefined && isRead !== seen && { isRead }),
  ...(isFlagged !== undefined && isFlagged !== flagged && { isFlagged }),
});

/**
 * Makes changes over an HTTP interface with constant message ids, to which the directory's UIDs refer. A change counts after the message was read
 * again; it is then stored in the directory, so that the next reading does not find it new.
 */
export const directoryChanges = (ends: Ends): MailChanges => {
  const { changes, directory, mailboxId, folders, opened, find } = ends;
  /** What was last seen of messages, by their ids, and which have the Message-ID that was last looked for. */
  const seen = new Map<string, ApiMessage>();
  let searched: { readonly messageId: string; readonly ids: readonly string[] } | undefined;

  const keep = (found: readonly ApiMessage[]) => {
    for (const one of found) seen.set(one.item.id, one);
    return found;
  };
  const look = async (ids: readonly string[]): Promise<readonly ApiMessage[]> => {
    for (const id of ids) seen.delete(id);
    return ids.length === 0 ? [] : keep(await attempted(changes.look(ids)));
  };
  const search = async (messageId: string): Promise<readonly ApiMessage[]> => {
    if (searched?.messageId !== messageId) {
      const found = keep(await attempted(changes.named(messageId)));
      searched = { messageId, ids: found.map(({ item }) => item.id) };
    }
    return searched.ids.flatMap((id) => seen.get(id) ?? []);
  };
  const folderAt = (path: string) => {
    const known = folders().find((folder) => folder.path === path);
    return known ?? changes.beside?.find((folder) => folder.path === path);
  };
  const paths = new Map<FolderWord, Promise<string | undefined>>();
  const isHeld = (id: string) => folders().some((folder) => folder.id === id && folder.isWhole);
  /** The item of the opened folder with this UID, and its message; throws when the message is not known to be there. */
  const at = async (uid: number): Promise<ApiMessage> => {
    const [item] = await find({ uids: [uid] });
    const message = item && (seen.get(item.id) ?? (await look([item.id]))[0]);
    if (!message) throw refused("the message is gone");
    return message;
  };
  /** Tells the directory, and returns the UID; 0 in a folder that it does not hold. */
  const place = async (message: ApiMessage, from?: string): Promise<number> => {
    const { folderId, item } = message;
    if (!isHeld(folderId) && (from === undefined || !isHeld(from))) return 0;
    await changes.place(message, from);
    const [placed] = isHeld(folderId) ? await directory.find(mailboxId, folderId, { ids: [item.id] }) : [];
    return placed?.uid ?? 0;
  };
  /** Puts messages into the opened folder, where they are; their UIDs. */
  const uidsOf = async (found: readonly ApiMessage[]): Promise<readonly number[]> => {
    const beside = opened()?.beside;
    const uids: number[] = [];
    for (const message of found) {
      const { item } = message;
      if (beside) {
        const uid = beside.get(item.id)?.uid ?? beside.size + 1;
        beside.set(item.id, { ...item, uid });
        uids.push(uid);
        continue;
      }
      const [known] = await find({ ids: [item.id] });
      const uid = known?.uid ?? (await place(message));
      if (uid !== 0) uids.push(uid);
    }
    return uids;
  };

  const move = async (uid: number, path: string): Promise<MessageLocation | undefined> => {
    const target = folderAt(path);
    if (!target) throw refused("it has no such folder");
    const before = await at(uid);
    const isMoved = await attempted(changes.move(before, target.id));
    const [after] = await look([before.item.id]);
    if (!after || (isMoved && after.folderId === before.folderId)) throw refused("it says that it moved the message, which it did not");
    searched = undefined;
    const now = [...folders(), ...(changes.beside ?? [])].find(({ id }) => id === after.folderId);
    const placed = await place(after, before.folderId);
    const { uidValidity } = folders().find(({ id }) => id === after.folderId) ?? { uidValidity: "" };
    return { folder: now?.path ?? path, uidValidity: placed === 0 ? "" : uidValidity, uid: placed };
  };

  /** The newest messages' flags; those of which a flag is unknown are looked at. */
  const newest = async (most: number): Promise<readonly DirectoryItem[]> => {
    const current = opened();
    const items = await find({ skip: Math.max(0, (current?.folder.count ?? 0) - most), limit: most });
    const unknown = items.filter(({ flagged }) => flagged === undefined);
    if (!current || unknown.length === 0) return items;
    const found = (await look(unknown.map(({ id }) => id))).filter(({ folderId }) => folderId === current.folder.id);
    for (const message of found) await place(message);
    const folder = folders().find(({ id }) => id === current.folder.id);
    if (folder) await changes.renew?.(folder);
    const now = new Map(found.map(({ item }) => [item.id, item]));
    return items.map((item) => ({ ...item, ...now.get(item.id) }));
  };

  return {
    ...(changes.reads && { reads: changes.reads }),
    open: async (path) => {
      const folder = folderAt(path);
      if (!folder) return undefined;
      const held = folders().find(({ id, isWhole }) => isWhole && id === folder.id);
      ends.open(held ? { folder: held } : { folder: { ...folder, uidValidity: "", count: 0 }, beside: new Map() });
      return { uidValidity: held?.uidValidity ?? "" };
    },
    messageIds: async (uids) => {
      const items = await find({ uids });
      const found = new Map((await look(items.map(({ id }) => id))).map((message) => [message.item.id, message]));
      return new Map(
        items.flatMap(({ id, uid }) => {
          const message = found.get(id);
          return message && message.folderId === opened()?.folder.id ? [[uid, asRead(message.messageId)] as const] : [];
        }),
      );
    },
    named: async (messageId) => {
      const found = await search(messageId);
      const here = found.filter((message) => message.folderId === opened()?.folder.id && asRead(message.messageId) === messageId);
      return (await uidsOf(here)).toSorted((a, b) => a - b);
    },
    setFlags: async (uid, wish) => {
      const message = await at(uid);
      const flags = lacking(wish, message);
      if (Object.keys(flags).length === 0) return;
      await attempted(changes.setFlags(message.item.id, flags));
      const [after] = await look([message.item.id]);
      if (!after || Object.keys(lacking(flags, after)).length > 0) throw refused("it says that it set the flags, which it did not");
      await place(after);
    },
    moves: "move",
    move,
    copy: async () => {
      throw refused("messages are moved in one step");
    },
    remove: async () => {
      throw refused("no message is removed");
    },
    flags: async (among) => {
      if ("uid" in among) return new Map([[among.uid, flagsOf((await at(among.uid)).item)]]);
      const items = "since" in among ? await find({ changedSince: Number(among.since) }) : await newest(among.newest);
      return new Map(items.map((item) => [item.uid, flagsOf(item)]));
    },
    folderFor: (word) => {
      const known = paths.get(word) ?? attempted(changes.folderFor(word));
      paths.set(word, known);
      return known;
    },
  };
};
