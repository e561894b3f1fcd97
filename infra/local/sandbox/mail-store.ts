import { randomUUID } from "node:crypto";
import { openJournal } from "../data-folder.ts";

/** A message of a folder. `modseq` is from RFC 7162, `receivedAt` is IMAP's INTERNALDATE. */
export interface StoredMessage {
  readonly uid: number;
  /** Stays the same when the message is moved to another folder of its mailbox; unique in the mailbox. */
  readonly id: string;
  readonly receivedAt: Date;
  readonly raw: Buffer;
  flags: readonly string[];
  modseq: number;
}

/** A folder with its messages by ascending UID. */
export interface Folder {
  readonly name: string;
  /** The special use, `\Sent` and so on (RFC 6154); INBOX has none. */
  readonly specialUse: string | undefined;
  uidValidity: number;
  uidNext: number;
  highestModseq: number;
  messages: StoredMessage[];
}

/**
 * The sandbox's mail: every address at every domain has a mailbox with four folders, which exists from its first use; more folders can be created.
 */
export interface MailStore {
  /** The addresses in use, in lower case. */
  addresses(): readonly string[];
  folders(address: string): readonly Folder[];
  folder(address: string, name: string): Folder | undefined;
  /** Creates a folder; false when the name is taken. */
  create(address: string, name: string): boolean;
  /** Puts a message into a folder (INBOX by default) like a mail server: lines end with CRLF, the UID is new. A moved one brings its id. */
  deliver(
    address: string,
    raw: Buffer,
    where?: { folder?: string; flags?: readonly string[]; receivedAt?: Date; id?: string },
  ): StoredMessage;
  setFlags(address: string, folder: Folder, message: StoredMessage, flags: readonly string[]): void;
  expunge(address: string, folder: Folder, uids: ReadonlySet<number>): void;
  close(): void;
}

const specialUses = { INBOX: undefined, Sent: "\\Sent", Junk: "\\Junk", Trash: "\\Trash" } as const;

type Entry = { readonly address: string; readonly folder: string } & (
  | { readonly uidValidity: number; readonly uidNext: number; readonly highestModseq: number }
  | {
      readonly uid: number;
      readonly modseq: number;
      readonly receivedAt: number;
      /** Absent in files of earlier versions. */
      readonly id?: string;
      readonly flags: readonly string[];
      readonly raw: string | Buffer;
    }
  | { readonly uid: number; readonly modseq: number; readonly flags: readonly string[] }
  | { readonly expunged: readonly number[]; readonly modseq: number }
);

const withCrlf = (raw: Buffer): Buffer => Buffer.from(raw.toString("latin1").replace(/\r?\n/g, "\r\n"), "latin1");

const RAW = Buffer.from(',"raw":"');
const QUOTE = 34;
/** Parses a message's line but leaves its body in base64: nearly all of a line is body, and few bodies are read again. */
const parseLine = (line: Buffer): Entry => {
  const at = line.indexOf(RAW);
  if (at < 0) return JSON.parse(line.toString()) as Entry;
  if (line.at(-2) !== QUOTE) throw new Error("not a whole line");
  return { ...(JSON.parse(`${line.toString("utf8", 0, at)}}`) as Entry), raw: line.subarray(at + RAW.length, -2) };
};

/** A message of the file, whose body is decoded on first use. */
const kept = ({ uid, id, receivedAt, flags, modseq }: Omit<StoredMessage, "raw">, body: string | Buffer): StoredMessage => {
  let raw: Buffer | undefined;
  return {
    uid,
    id,
    receivedAt,
    flags,
    modseq,
    get raw() {
      raw ??= Buffer.from(body.toString("latin1"), "base64");
      return raw;
    },
  };
};

const emptyFolder = (name: string, specialUse: string | undefined, uidValidity: number): Folder => ({
  name,
  specialUse,
  uidValidity,
  uidNext: 1,
  highestModseq: 1,
  messages: [],
});

/** Opens the store; with a file its content, UIDs and UIDVALIDITY survive a restart. */
export const openMailStore = (file?: string): MailStore => {
  const accounts = new Map<string, Map<string, Folder>>();

  const accountOf = (address: string, uidValidity: number): Map<string, Folder> => {
    const created = new Map<string, Folder>();
    for (const [name, specialUse] of Object.entries(specialUses))
      created.set(name.toUpperCase(), emptyFolder(name, specialUse, uidValidity));
    accounts.set(address, created);
    return created;
  };
  const stateOf = (address: string, { name, uidValidity, uidNext, highestModseq }: Folder): Entry => ({
    address,
    folder: name,
    uidValidity,
    uidNext,
    highestModseq,
  });
  const account = (anyCase: string): Map<string, Folder> => {
    const address = anyCase.toLowerCase();
    const known = accounts.get(address);
    if (known !== undefined) return known;
    const created = accountOf(address, Math.floor(Date.now() / 1000));
    for (const folder of created.values()) journal.append(stateOf(address, folder));
    return created;
  };

  const replay = (entry: Entry) => {
    const folders = accounts.get(entry.address) ?? accountOf(entry.address, 1);
    const folder = folders.get(entry.folder.toUpperCase()) ?? emptyFolder(entry.folder, undefined, 1);
    folders.set(entry.folder.toUpperCase(), folder);
    if ("uidNext" in entry) {
      folder.uidValidity = entry.uidValidity;
      folder.uidNext = entry.uidNext;
      folder.highestModseq = entry.highestModseq;
      return;
    }
    folder.highestModseq = Math.max(folder.highestModseq, entry.modseq);
    if ("expunged" in entry) {
      folder.messages = folder.messages.filter(({ uid }) => !entry.expunged.includes(uid));
    } else if ("raw" in entry) {
      const { uid, modseq, flags, id = `${folder.name}/${uid}` } = entry;
      folder.messages.push(kept({ uid, id, modseq, flags, receivedAt: new Date(entry.receivedAt) }, entry.raw));
      folder.uidNext = Math.max(folder.uidNext, uid + 1);
    } else {
      const message = folder.messages.find(({ uid }) => uid === entry.uid);
      if (message !== undefined) Object.assign(message, { flags: entry.flags, modseq: entry.modseq });
    }
  };
  const entryOf = (address: string, folder: Folder, message: StoredMessage): Entry => ({
    address,
    folder: folder.name,
    uid: message.uid,
    modseq: message.modseq,
    receivedAt: message.receivedAt.getTime(),
    id: message.id,
    flags: message.flags,
    raw: message.raw.toString("base64"),
  });
  const snapshot = function* (): Iterable<Entry> {
    for (const [address, folders] of accounts)
      for (const folder of folders.values()) {
        yield stateOf(address, folder);
        for (const message of folder.messages) yield entryOf(address, folder, message);
      }
  };
  const size = () => accounts.values().reduce((sum, folders) => folders.values().reduce((n, one) => n + 1 + one.messages.length, sum), 0);
  const journal = openJournal<Entry>({ file, replay, snapshot, size, parse: parseLine });

  return {
    addresses: () => [...accounts.keys()],
    folders: (address) => [...account(address).values()],
    folder: (address, name) => account(address).get(name.toUpperCase()),
    create(address, name) {
      const folders = account(address);
      if (folders.has(name.toUpperCase())) return false;
      const folder = emptyFolder(name, undefined, Math.floor(Date.now() / 1000));
      folders.set(name.toUpperCase(), folder);
      journal.append(stateOf(address.toLowerCase(), folder));
      return true;
    },
    deliver(address, raw, { folder: name = "INBOX", flags = [], receivedAt = new Date(), id = randomUUID() } = {}) {
      const folder = account(address).get(name.toUpperCase());
      if (folder === undefined) throw new Error(`no folder ${name}`);
      const message = { uid: folder.uidNext, id, modseq: folder.highestModseq + 1, receivedAt, flags, raw: withCrlf(raw) };
      journal.append(entryOf(address.toLowerCase(), folder, message));
      [folder.uidNext, folder.highestModseq] = [message.uid + 1, message.modseq];
      folder.messages.push(message);
      return message;
    },
    setFlags(address, folder, message, flags) {
      const modseq = folder.highestModseq + 1;
      journal.append({ address: address.toLowerCase(), folder: folder.name, uid: message.uid, modseq, flags });
      Object.assign(message, { flags, modseq });
      folder.highestModseq = modseq;
    },
    expunge(address, folder, uids) {
      const modseq = folder.highestModseq + 1;
      journal.append({ address: address.toLowerCase(), folder: folder.name, expunged: [...uids], modseq });
      folder.messages = folder.messages.filter(({ uid }) => !uids.has(uid));
      folder.highestModseq = modseq;
    },
    close: () => journal.close(),
  };
};
