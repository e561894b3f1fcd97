import type { Folder, MailStore, StoredMessage } from "../mail-store.ts";
import { itemNotFound } from "./answer.ts";

/** A message and the folder that it is in. */
export interface Located {
  readonly folder: Folder;
  readonly message: StoredMessage;
}

/** The well-known names of folders (learn.microsoft.com/graph/api/resources/mailfolder), and what the store calls them. */
const WELL_KNOWN: Readonly<Record<string, string>> = {
  inbox: "INBOX",
  sentitems: "Sent",
  junkemail: "Junk",
  deleteditems: "Trash",
  drafts: "Drafts",
  archive: "Archive",
};
/** The names that Outlook shows. */
const SHOWN: Readonly<Record<string, string>> = { INBOX: "Inbox", Sent: "Sent Items", Junk: "Junk Email", Trash: "Deleted Items" };
/** The parent of the folders at the top. */
const ROOT = "msgfolderroot";

const encode = (prefix: string, text: string): string => `${prefix}${Buffer.from(text).toString("base64url")}=`;
const decode = (prefix: string, id: string): string | undefined =>
  id.startsWith(prefix) ? Buffer.from(id.slice(prefix.length).replace(/=$/, ""), "base64url").toString() : undefined;

const FOLDER = "AQMkAD";
const REGULAR = "AAMkAD";
const IMMUTABLE = "AAkALg";

/** A folder's id, which is constant without any header (learn.microsoft.com/graph/outlook-immutable-id). */
export const folderId = (name: string): string => encode(FOLDER, name);

/** A message's id: the immutable one stays when it moves, the regular one changes (learn.microsoft.com/graph/outlook-immutable-id). */
export const messageId = (
  { folder, message }: { readonly folder: Pick<Folder, "name">; readonly message: Pick<StoredMessage, "id" | "uid"> },
  isImmutable: boolean,
): string => (isImmutable ? encode(IMMUTABLE, message.id) : encode(REGULAR, `${message.uid} ${folder.name}`));

/** The mailbox of an address as Graph names its parts. */
export const mailboxAt = (store: MailStore, address: string) => {
  const folderNamed = (name: string): Folder | undefined => {
    const known = WELL_KNOWN[name.toLowerCase()];
    if (known === "Drafts") store.create(address, known);
    return store.folder(address, known ?? decode(FOLDER, name) ?? "");
  };
  return {
    address,
    folders: (): readonly Folder[] => {
      store.create(address, "Drafts");
      return store.folders(address);
    },
    /** The folder with a well-known name or an id; throws 404. */
    folder: (name: string): Folder => {
      const found = folderNamed(name);
      if (!found) throw itemNotFound();
      return found;
    },
    /** The message with an id of either kind; throws 404. */
    message: (id: string, within?: Folder): Located => {
      const immutable = decode(IMMUTABLE, id);
      const regular = decode(REGULAR, id);
      for (const folder of within ? [within] : store.folders(address)) {
        const isIt = ({ id: own, uid }: StoredMessage) => own === immutable || `${uid} ${folder.name}` === regular;
        const message = folder.messages.find(isIt);
        if (message) return { folder, message };
      }
      throw itemNotFound();
    },
    /** Files a new draft. */
    add: (folder: Folder, raw: Buffer): StoredMessage => store.deliver(address, raw, { folder: folder.name, flags: ["\\Draft", "\\Seen"] }),
    /** Sets or removes a message's flags; undefined ones stay. */
    mark: ({ folder, message }: Located, flags: Readonly<Record<string, boolean | undefined>>): void => {
      const others = message.flags.filter((flag) => flags[flag] === undefined);
      store.setFlags(address, folder, message, [...others, ...Object.keys(flags).filter((flag) => flags[flag] === true)]);
    },
    erase: ({ folder, message }: Located): void => store.expunge(address, folder, new Set([message.uid])),
    /** Moves a message, which keeps its immutable id. */
    move: ({ folder, message }: Located, target: Folder): Located => {
      const { raw, flags, receivedAt, id } = message;
      const moved = store.deliver(address, raw, { folder: target.name, flags, receivedAt, id });
      store.expunge(address, folder, new Set([message.uid]));
      return { folder: target, message: moved };
    },
    /** Takes a draft out of its folder; the returned function files it in Sent Items, with its immutable id. */
    take: ({ folder, message }: Located): ((raw: Buffer) => void) => {
      store.expunge(address, folder, new Set([message.uid]));
      return (raw) => void store.deliver(address, raw, { folder: "Sent", flags: ["\\Seen"], id: message.id });
    },
    /** Replaces a message's content in its place. */
    replace: (located: Located, raw: Buffer): Located => {
      const { flags, receivedAt, id, uid } = located.message;
      store.expunge(address, located.folder, new Set([uid]));
      return { folder: located.folder, message: store.deliver(address, raw, { folder: located.folder.name, flags, receivedAt, id }) };
    },
  };
};

/** A mailbox as Graph names its parts. */
export type GraphMailbox = ReturnType<typeof mailboxAt>;

/** A folder in JSON (learn.microsoft.com/graph/api/resources/mailfolder); a name with a slash is below another folder. */
export const folderJson = (folder: Folder, all: readonly Folder[]) => {
  const at = folder.name.lastIndexOf("/");
  return {
    id: folderId(folder.name),
    displayName: SHOWN[folder.name] ?? folder.name.slice(at + 1),
    parentFolderId: at < 0 ? encode(FOLDER, ROOT) : folderId(folder.name.slice(0, at)),
    childFolderCount: all.filter(({ name }) => parentOf(name) === folder.name).length,
    totalItemCount: folder.messages.length,
    unreadItemCount: folder.messages.filter(({ flags }) => !flags.includes("\\Seen")).length,
    isHidden: false,
  };
};

/** The name of the folder above; undefined at the top. */
export const parentOf = (name: string): string | undefined => (name.includes("/") ? name.slice(0, name.lastIndexOf("/")) : undefined);
