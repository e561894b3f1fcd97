import type { DirectoryFolder, DirectoryItem, ItemRange, MailDirectory } from "#shared/inbox/ports/mail-directory.ts";
import type {
  Among,
  AskedFolders,
  EncodedPart,
  FolderStatus,
  MailSession,
  MessageFacts,
  ReceivedMail,
} from "#shared/inbox/ports/mail-session.ts";
import { chooseFolders, type ListedFolder, type WatchedFolder } from "#shared/inbox/pull/choose-folders.ts";
import { field } from "#shared/mail/read/mime/headers.ts";
import { readMimeTree } from "#shared/mail/read/mime/mime-entity.ts";
import { type ApiChanges, directoryChanges, type OpenedFolder } from "./directory-changes.ts";

/** A message to fetch: its facts, and its entry in the directory. */
export interface Wanted {
  readonly facts: MessageFacts;
  readonly item: DirectoryItem;
}

/** What an interface does for a session that answers from the directory. */
interface DirectoryEnds {
  readonly directory: MailDirectory;
  readonly mailboxId: string;
  /** The mailbox's folders as they are known now. */
  readonly folders: () => readonly DirectoryFolder[];
  /** Called before folders are listed or polled, with what is asked about them. */
  readonly asked?: (asked: AskedFolders) => void;
  /** Brings these folders up to date, once a session. Throws MailFailure. */
  readonly update: (wanted: readonly DirectoryFolder[]) => Promise<void>;
  /** Lists the folders anew. Throws MailFailure. */
  readonly relist: () => Promise<void>;
  /** Compares a folder with the server's lists; returns how many more messages it counts, where that is known. Throws MailFailure, ServerDisagrees. */
  readonly repair: (folder: DirectoryFolder) => Promise<number | void>;
  /** The ids of the folders whose messages the server counts otherwise. */
  readonly odd: () => Promise<ReadonlySet<string>>;
  /** How many folders a poll asks about; of more folders some are asked about in turn. */
  readonly perPoll: number;
  /** The prefix and id under which the store knows a message. */
  readonly providerIdOf: (id: string) => string;
  readonly fetch: (wanted: readonly Wanted[]) => Promise<readonly ReceivedMail[]>;
  readonly fetchHeaders: (wanted: Wanted) => Promise<ReceivedMail | undefined>;
  readonly fetchPart: (item: DirectoryItem, part: string, maxBytes: number) => Promise<EncodedPart | undefined>;
  /** Absent where the grant changes nothing. */
  readonly changes?: ApiChanges | undefined;
}

/** A session that answers as an IMAP server would, from a directory of folders and UIDs that an interface keeps up to date. */
export const directorySession = (ends: DirectoryEnds): MailSession => {
  const { directory, mailboxId, folders, update } = ends;
  let opened: OpenedFolder | undefined;
  const at = (path: string) => folders().find((folder) => folder.path === path);
  const find = async (range: ItemRange): Promise<readonly DirectoryItem[]> => {
    const { folder, beside } = opened ?? {};
    if (!beside) return folder ? directory.find(mailboxId, folder.id, range) : [];
    return [...beside.values()].filter(({ uid }) => range.uids?.includes(uid) ?? false);
  };
  const wantedOf = async (messages: readonly MessageFacts[]): Promise<readonly Wanted[]> => {
    const items = new Map((await find({ uids: messages.map(({ uid }) => uid) })).map((item) => [item.uid, item]));
    return messages.flatMap((facts) => {
      const item = items.get(facts.uid);
      return item ? [{ facts, item }] : [];
    });
  };
  return {
    folders: async (cursors, asked = {}) => {
      ends.asked?.(asked);
      const isPoll = asked.inTurn !== undefined && cursors.length > 0 && cursors.every(({ path }) => at(path));
      if (!isPoll) await ends.relist();
      const { watched, notRead } = isPoll
        ? { watched: cursors, notRead: undefined }
        : chooseFolders(folders().map(listed), { named: asked.named ?? [], gmail: false });
      const isAsked = askedOf(watched, isPoll ? asked : {}, ends.perPoll);
      await update(watched.flatMap(({ path }) => (isAsked(path) ? (at(path) ?? []) : [])));
      const oddIds = isPoll ? new Set<string>() : await ends.odd();
      const found = watched.flatMap((folder) => {
        const isOdd = oddIds.has(at(folder.path)?.id ?? "");
        return statusOf(folder, at(folder.path), { isAsked: isAsked(folder.path), withModseq: asked.withModseq ?? false }).map((status) =>
          isOdd ? { ...status, isOdd } : status,
        );
      });
      // Nothing is reported before INBOX was read completely: mail that is listed later would count as new.
      if (found[0]?.path !== "INBOX") return [];
      return found.map((folder, index) => (index === 0 && notRead ? { ...folder, notRead } : folder));
    },
    open: async (path) => {
      const folder = at(path);
      if (!folder) return undefined;
      await update([folder]);
      const current = at(path);
      opened = current && { folder: current };
      return current?.isWhole ? { uidValidity: current.uidValidity, uidNext: current.uidNext } : undefined;
    },
    repair: async (path) => {
      const folder = at(path);
      if (!folder) return { unlisted: 0 };
      await update([folder]);
      const current = at(path);
      return { unlisted: (current?.isWhole ? await ends.repair(current) : undefined) ?? 0 };
    },
    count: () => opened?.folder.count ?? 0,
    search: async (among) => (await find(rangeOf(among))).map(({ uid }) => uid),
    facts: async (uids) => (uids.length === 0 ? [] : (await find({ uids })).map((item) => factsOf(item, ends.providerIdOf))),
    fetch: async (messages) => ends.fetch(await wantedOf(messages)),
    fetchHeadersOnly: async (message) => {
      const [wanted] = await wantedOf([message]);
      return wanted && ends.fetchHeaders(wanted);
    },
    part: async (uid, part, maxBytes) => {
      const [item] = await find({ uids: [uid] });
      return item && ends.fetchPart(item, part, maxBytes);
    },
    ...(ends.changes && {
      changes: directoryChanges({
        changes: ends.changes,
        directory,
        mailboxId,
        folders,
        find,
        opened: () => opened,
        open: (next) => void (opened = next),
      }),
    }),
    close: () => undefined,
  };
};

const listed = ({ path, use }: DirectoryFolder): ListedFolder => ({ path, delimiter: "/", use, isGuess: false, canBeRead: true });

/** The folders to ask about; a mailbox with more folders than a poll asks about is asked about some in turn. */
const askedOf = (watched: readonly WatchedFolder[], { inTurn }: AskedFolders, most: number): ((path: string) => boolean) => {
  const turn = new Set(inTurn);
  return (path) => watched.length <= most || inTurn === undefined || path === "INBOX" || turn.has(path);
};

const statusOf = (
  { path, role }: WatchedFolder,
  folder: DirectoryFolder | undefined,
  { isAsked, withModseq }: { readonly isAsked: boolean; readonly withModseq: boolean },
): readonly FolderStatus[] => {
  if (!folder?.isWhole) return [];
  const { uidValidity, uidNext, count: messages, modseq = 0 } = folder;
  if (!isAsked) return [{ path, role, uidValidity: "", uidNext: 0, isAsked }];
  return [{ path, role, uidValidity, uidNext, messages, ...(withModseq && { modseq: String(modseq) }) }];
};

const rangeOf = (among: Among): ItemRange => {
  if ("numbers" in among) return { skip: among.numbers[0] - 1, limit: among.numbers[1] - among.numbers[0] + 1 };
  return among;
};

const factsOf = ({ id, uid, size, receivedAt, seen, draft }: DirectoryItem, providerIdOf: (id: string) => string): MessageFacts => ({
  uid,
  size: size ?? 0,
  receivedAt,
  seen,
  own: false,
  draft,
  ...(size === undefined && { unreported: ["size"] }),
  providerId: providerIdOf(id),
});

/** Messages up to this size come whole as MIME, several in a batch; of larger ones headers, body and the list of attachments. */
const WHOLE_BYTES = 256 * 1024;
/** The most that the messages of one batch may hold by their sizes, bytes. */
const BATCH_BYTES = 5 * 1024 * 1024;

/** Whether a message is read whole: by its size, or where that is unknown when it has no attachments. */
export const isSmall = ({ item: { size, hasAttachments } }: Wanted): boolean =>
  size === undefined ? !hasAttachments : size <= WHOLE_BYTES;

/** Divides messages into groups that each fit in one batch. */
export const inGroups = (wanted: readonly Wanted[]): readonly (readonly Wanted[])[] => {
  const groups: Wanted[][] = [];
  let bytes = Infinity;
  for (const one of wanted) {
    const size = one.item.size ?? WHOLE_BYTES;
    if (bytes + size > BATCH_BYTES) [bytes] = [0, groups.push([])];
    bytes += size;
    groups.at(-1)?.push(one);
  }
  return groups;
};

/** Whether a large message is fetched whole: HTTP interfaces do not list the parts of a report or of an opaquely signed message. */
export const isFetchedWhole = (headers: Buffer): boolean =>
  /^content-type:\s*(?:multipart\/report|application\/(?:x-)?pkcs7-mime)\b/im.test(headers.toString("latin1"));

/** A part cut out of a message's MIME, in its transfer encoding; the whole message for "". */
export const partOfMime = (raw: Buffer, part: string, maxBytes: number): EncodedPart | undefined => {
  if (part === "") return { encoding: "", content: raw.subarray(0, maxBytes), complete: raw.length <= maxBytes };
  const leaf = readMimeTree(raw).leaves.find((one) => one.part === part);
  if (!leaf) return undefined;
  return {
    encoding: field(leaf.fields, "content-transfer-encoding"),
    charset: leaf.type.params["charset"],
    content: leaf.body.subarray(0, maxBytes),
    complete: leaf.body.length <= maxBytes,
  };
};

/** Header fields as a header block. */
export const headerBlockOf = (fields: readonly { readonly name: string; readonly value: string }[]): Buffer =>
  Buffer.from(`${fields.map(({ name, value }) => `${name}: ${value.replaceAll(/[\r\n]+/g, " ")}\r\n`).join("")}\r\n`);

/** The longest message that is read to find one of its parts, bytes: 150 MB is Exchange's largest, a function's memory is less. */
export const MIME_MAX = 64 * 1024 * 1024;
