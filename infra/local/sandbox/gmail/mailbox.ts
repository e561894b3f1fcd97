import { createHash, randomUUID } from "node:crypto";
import type { Folder, MailStore, StoredMessage } from "../mail-store.ts";
import { header } from "../mime.ts";
import { invalid, notFound } from "./answer.ts";
import { createHistory, type History } from "./history.ts";

/** System labels that are folders of the store (developers.google.com/workspace/gmail/api/guides/labels). */
const FOLDERS: Readonly<Record<string, string>> = { INBOX: "INBOX", SENT: "Sent", SPAM: "Junk", TRASH: "Trash", DRAFT: "Drafts" };
const SYSTEM: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(FOLDERS).map(([label, folder]) => [folder, label]));
/** System labels that are flags, and whether the flag means that the label is absent. */
const FLAGS: Readonly<Record<string, { readonly flag: string; readonly isReversed: boolean }>> = {
  UNREAD: { flag: "\\Seen", isReversed: true },
  STARRED: { flag: "\\Flagged", isReversed: false },
};
/** Where the store has messages that are in no label's folder; no label itself. */
const ARCHIVE = "All Mail";
const USER = "Label_";

/** The label of a folder; undefined for the archive. */
const labelOf = (folder: string): string | undefined =>
  folder === ARCHIVE ? undefined : (SYSTEM[folder] ?? `${USER}${Buffer.from(folder).toString("base64url")}`);

/** The folder of a label; undefined for a flag's label and for what is no label. */
const folderOf = (label: string): string | undefined =>
  FOLDERS[label] ?? (label.startsWith(USER) ? Buffer.from(label.slice(USER.length), "base64url").toString() : undefined);

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);
/** A message's id, 16 hexadecimal digits, which is constant (developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages). */
export const messageId = (stored: string): string => hashOf(stored);
/** The id of a draft, which is another than its message's. */
export const draftId = (message: string): string => `r-${BigInt(`0x${hashOf(`draft ${message}`)}`)}`;

/** A message with all its copies in the store, one for each label that is a folder. */
export interface GmailMessage {
  readonly id: string;
  readonly threadId: string;
  readonly labelIds: readonly string[];
  readonly stored: StoredMessage;
  readonly copies: readonly { readonly folder: Folder; readonly message: StoredMessage }[];
}

interface State {
  /** What the folders were when they were read last. */
  version: string;
  messages: ReadonlyMap<string, GmailMessage>;
  /** Threads by the ids of messages, as made by the interface or found by header fields. */
  readonly threads: Map<string, string>;
  /** Threads by Message-ID. */
  readonly byMessageId: Map<string, string>;
  readonly history: History;
}

const labelsOf = (copies: GmailMessage["copies"]): readonly string[] => {
  const { flags } = copies[0]!.message;
  const ofFlags = Object.entries(FLAGS).flatMap(([label, { flag, isReversed }]) => (flags.includes(flag) === isReversed ? [] : [label]));
  return [...ofFlags, ...copies.flatMap(({ folder }) => labelOf(folder.name) ?? [])];
};

/** A message belongs to the thread of one that it answers, else it begins its own. */
const threadOf = ({ threads, byMessageId }: State, id: string, raw: Buffer): string => {
  const named = `${header(raw, "References")} ${header(raw, "In-Reply-To")}`.split(/\s+/).filter(Boolean);
  const thread = threads.get(id) ?? named.map((one) => byMessageId.get(one)).find((one) => one !== undefined) ?? id;
  threads.set(id, thread);
  byMessageId.set(header(raw, "Message-ID"), thread);
  return thread;
};

/** The mailboxes of the store as Gmail shows them. What changed since the last look becomes records of their history. */
export const createMailboxes = (store: MailStore) => {
  const states = new Map<string, State>();

  const stateOf = (address: string): State => {
    const known = states.get(address);
    if (known) return known;
    const state: State = { version: "", messages: new Map(), threads: new Map(), byMessageId: new Map(), history: createHistory() };
    states.set(address, state);
    return state;
  };

  /** Reads the store again when a folder has changed. */
  const look = (address: string): State => {
    const state = stateOf(address);
    const folders = store.folders(address);
    const version = folders.map(({ name, highestModseq, uidValidity }) => `${name} ${uidValidity} ${highestModseq}`).join("\n");
    if (state.version === version) return state;
    const isFirst = state.version === "";
    const copies = new Map<string, GmailMessage["copies"][number][]>();
    for (const folder of folders)
      for (const message of folder.messages) copies.set(message.id, [...(copies.get(message.id) ?? []), { folder, message }]);
    const before = state.messages;
    const byAge = [...copies].toSorted(([, [a]], [, [b]]) => a!.message.receivedAt.getTime() - b!.message.receivedAt.getTime());
    const now = byAge.map(([stored, all]): [string, GmailMessage] => {
      const id = messageId(stored);
      const { message } = all[0]!;
      const threadId = before.get(id)?.threadId ?? threadOf(state, id, message.raw);
      return [id, { id, threadId, labelIds: labelsOf(all), stored: message, copies: all }];
    });
    state.version = version;
    state.messages = new Map(now);
    if (!isFirst) state.history.record(before, state.messages);
    return state;
  };

  const at = (address: string) => {
    const { messages, history, threads } = look(address);
    const folder = (name: string): Folder => {
      store.create(address, name);
      return store.folder(address, name)!;
    };
    const get = (id: string): GmailMessage => {
      const message = messages.get(id);
      if (!message) throw notFound();
      return message;
    };
    /** Puts a message into a folder; returns its id at once, though it may come there later. */
    const add = (raw: Buffer, { name, flags, threadId, after }: Added): { readonly id: string; readonly threadId: string } => {
      const stored = randomUUID();
      const id = messageId(stored);
      const put = () => void store.deliver(address, raw, { folder: folder(name).name, flags, id: stored });
      threads.set(id, threadId ?? threadOf(stateOf(address), id, raw));
      if (after) void after.then(put);
      else put();
      return { id, threadId: threads.get(id)! };
    };
    const erase = ({ copies }: GmailMessage): void => {
      for (const { folder: from, message } of copies) store.expunge(address, from, new Set([message.uid]));
    };
    const modify = ({ copies, stored, labelIds }: GmailMessage, added: readonly string[], removed: readonly string[]): void => {
      for (const label of [...added, ...removed])
        if (folderOf(label) === undefined && !FLAGS[label]) throw invalid(`Invalid label: ${label}`);
      const flags = new Set(stored.flags);
      for (const [label, { flag, isReversed }] of Object.entries(FLAGS)) {
        if (!added.includes(label) && !removed.includes(label)) continue;
        if (added.includes(label) === isReversed) flags.delete(flag);
        else flags.add(flag);
      }
      for (const { folder: of, message } of copies) store.setFlags(address, of, message, [...flags]);
      const { raw, receivedAt, id } = stored;
      const put = (name: string) => store.deliver(address, raw, { folder: folder(name).name, flags: [...flags], receivedAt, id });
      for (const label of added) if (!labelIds.includes(label) && !FLAGS[label]) put(folderOf(label)!);
      const left = copies.filter(({ folder: { name } }) => !removed.includes(labelOf(name) ?? "") && name !== ARCHIVE);
      const isBare = left.length === 0 && !added.some((label) => !FLAGS[label]);
      if (isBare && copies.every(({ folder: { name } }) => name !== ARCHIVE)) put(ARCHIVE);
      for (const copy of copies)
        if (!left.includes(copy) && !(isBare && copy.folder.name === ARCHIVE))
          store.expunge(address, copy.folder, new Set([copy.message.uid]));
    };
    return {
      address,
      history,
      get,
      /** All messages, the newest first. */
      messages: (): readonly GmailMessage[] => [...messages.values()].toReversed(),
      /** The message of a draft; throws 404. */
      draft: (id: string): GmailMessage => {
        for (const message of messages.values()) if (draftId(message.id) === id && message.labelIds.includes("DRAFT")) return message;
        throw notFound();
      },
      add,
      erase,
      modify,
      labels: (): readonly { readonly id: string; readonly name: string; readonly type: "system" | "user" }[] => [
        ...[...Object.keys(FOLDERS), ...Object.keys(FLAGS)].map((id) => ({ id, name: id, type: "system" as const })),
        ...store
          .folders(address)
          .flatMap(({ name }) =>
            SYSTEM[name] === undefined && name !== ARCHIVE ? [{ id: labelOf(name)!, name, type: "user" as const }] : [],
          ),
      ],
    };
  };

  return {
    /** A mailbox as it is now. */
    at: (address: string) => at(address.toLowerCase()),
    /** Lets all history expire, of one mailbox or of all. */
    expire: (address?: string): void => {
      for (const [one, { history }] of states) if (address === undefined || one === address.toLowerCase()) history.expire();
    },
  };
};

interface Added {
  readonly name: string;
  readonly flags: readonly string[];
  readonly threadId?: string | undefined;
  readonly after?: Promise<unknown> | undefined;
}

/** A mailbox as Gmail shows it. */
export type GmailMailbox = ReturnType<ReturnType<typeof createMailboxes>["at"]>;
