import { fingerprint, headerFingerprint } from "#shared/mail/read/mail-ids.ts";
import type { MessageLocation, Message, ServerChange } from "../message.ts";
import { type MailPlaces, type PendingChange, type Changes, FOLDER_WORDS, type Messages } from "../ports/messages.ts";
import type { MailSession, ReceivedMail } from "../ports/mail-session.ts";
import { publishEvents, type PublishPorts } from "#shared/events/publish.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Mailboxes } from "#shared/mailboxes/ports.ts";
import { takesChanges, whyNoChanges } from "#shared/mailboxes/configure-inbox.ts";
import { insufficientScope, invalid, mailboxDisconnected, notFound, Refusal } from "#shared/platform/errors.ts";
import type { Clock } from "#shared/platform/ports.ts";
import type { SyncQueue } from "../ports/polls.ts";

type Stored = Pick<PendingChange, "messageId" | "dedupeKey">;

/** The most messages with a Message-ID that are read in a folder: anybody can send one with an id that he knows. */
const MOST_READ = 20;

/** Whether a mail is the stored message, by its whole content (or, where only its headers could ever be read, by these). */
const isSame = ({ dedupeKey, messageId }: Stored, { parsed }: ReceivedMail): boolean => {
  // A mail that is equal to one received at another time has that time behind its key.
  const key = dedupeKey.replace(/@\d+$/, "");
  return parsed.messageId === messageId && (key === fingerprint(parsed) || key === `stub:${headerFingerprint(parsed)}`);
};

const read = async (session: MailSession, uids: readonly number[]): Promise<readonly ReceivedMail[]> =>
  uids.length === 0 ? [] : session.fetch(await session.facts(uids));

/** Whether this UID of the open folder is the stored message: by Message-ID, or by content when it has none. */
export const isStoredMessage = async (changes: MailPlaces, session: MailSession, stored: Stored, uid: number): Promise<boolean> => {
  const messageId = (await changes.messageIds([uid])).get(uid);
  if (messageId !== stored.messageId) return false;
  return messageId !== "" || (await read(session, [uid])).some((mail) => mail.facts.uid === uid && isSame(stored, mail));
};

/**
 * Where the stored message is, in the first of these folders that has it, which is then open: by its Message-ID and its content. Undefined when none
 * has it, and for a message without Message-ID, because folders are not read whole for it.
 */
export const findElsewhere = async (
  changes: MailPlaces,
  session: MailSession,
  stored: Stored,
  folders: readonly (string | undefined)[],
): Promise<MessageLocation | undefined> => {
  if (stored.messageId === "") return undefined;
  for (const folder of new Set(folders.filter((path) => path !== undefined && path !== ""))) {
    const opened = await changes.open(folder!);
    const uids = opened ? (await changes.named(stored.messageId)).slice(-MOST_READ) : [];
    const found = (await read(session, uids)).find((mail) => uids.includes(mail.facts.uid) && isSame(stored, mail));
    if (opened && found) return { folder: folder!, uidValidity: opened.uidValidity, uid: found.facts.uid };
  }
  return undefined;
};

/** The dependencies of changing messages. */
export interface AskPorts extends PublishPorts {
  readonly mailboxes: Pick<Mailboxes, "find">;
  readonly messages: Pick<Messages, "find" | "setRead">;
  readonly changes: Pick<Changes, "ask">;
  readonly syncQueue: SyncQueue;
  readonly clock: Clock;
}

/** Who requests a change: the name (`by`), whether the key may `send`, and the mailboxes that it sees; absent: all. */
export interface Asker {
  readonly userId: string;
  readonly canSend: boolean;
  readonly by?: string | undefined;
  readonly within?: readonly string[] | undefined;
}

/** The requested change; undefined fields stay. */
export type AskedChange = { readonly [Name in keyof ServerChange]?: ServerChange[Name] | undefined };

/** A permitted change; `write` stores it. */
export interface JudgedChange {
  /** The mailbox, when its server is to be told. */
  readonly server: Mailbox | undefined;
  readonly write: () => Promise<Message>;
}

/**
 * Checks a change before anything is written. A change at the server, and any change of the folder, needs `send`. Throws 404, 403, 400 for a folder
 * that the mailbox does not have, and 409 for a disconnected mailbox.
 */
export const judgeChange = async (
  ports: AskPorts,
  { userId, canSend, within }: Asker,
  id: string,
  asked: AskedChange,
): Promise<JudgedChange> => {
  const message = await ports.messages.find(userId, id);
  if (!message || (within && !within.includes(message.mailboxId))) throw notFound("Message");
  return judged(ports, { userId, canSend }, message.id, await ports.mailboxes.find(userId, message.mailboxId), asked);
};

/** Checks a change of a message of this mailbox, as `judgeChange` does. */
export const judged = (
  ports: AskPorts,
  { userId, canSend }: Asker,
  id: string,
  mailbox: Mailbox | undefined,
  asked: AskedChange,
): JudgedChange => {
  const forServer = mailbox !== undefined && takesChanges(mailbox);
  if ((forServer || asked.folder !== undefined) && !canSend) throw insufficientScope("send");
  const { isRead, isFlagged } = asked;
  const folder = asked.folder === undefined ? undefined : folderAsked(mailbox, asked.folder);
  const wish: ServerChange = {
    ...(isRead !== undefined && { isRead }),
    ...(isFlagged !== undefined && { isFlagged }),
    ...(folder !== undefined && { folder }),
  };
  const isOfOld = !forServer && isFlagged === undefined && isRead !== undefined;
  const write = async () => {
    const changed = isOfOld
      ? await ports.messages.setRead(userId, id, isRead)
      : await ports.changes.ask(userId, id, wish, forServer ? ports.clock.now() : undefined);
    if (!changed) throw notFound("Message");
    return changed;
  };
  return { server: forServer ? mailbox : undefined, write };
};

/** The folder as the server is asked for it: INBOX has one name in any case (RFC 9051, 5.1). */
const folderAsked = (mailbox: Mailbox | undefined, asked: string): string => {
  const folder = asked.toUpperCase() === "INBOX" ? "inbox" : asked;
  if (!mailbox || mailbox.deletedAt || mailbox.status === "disconnected")
    throw mailboxDisconnected("Reconnect this mailbox", "a message can be moved only while its mailbox is connected");
  if (!takesChanges(mailbox)) {
    const why = whyNoChanges(mailbox);
    throw invalid({ field: "folder", message: `needs a mailbox that syncs changes${why === undefined ? "" : `, which ${why}`}` });
  }
  const { folders = [] } = mailbox;
  const isKnown = FOLDER_WORDS.some((word) => word === folder) || folders === "all" || folders.includes(folder);
  if (!isKnown) throw invalid({ field: "folder", message: `must be ${FOLDER_WORDS.join(", ")}, or one of the mailbox's folders` });
  return folder;
};

/**
 * Publishes the changes that have to be made at mail servers, and queues pulls of their mailboxes. When a wake-up is lost the change waits for the
 * next poll.
 */
export const queueServerChanges = async (
  ports: AskPorts,
  changed: readonly { readonly server: Mailbox | undefined; readonly id: string }[],
) => {
  const told = changed.filter(({ server }) => server !== undefined);
  if (told.length === 0) return;
  await publishEvents(
    ports,
    "messages",
    told.map(({ id }) => id),
  );
  const mailboxes = new Map(told.map(({ server }) => [server!.id, server!]));
  await ports.syncQueue.add([...mailboxes.values()]);
};

/** The result for one of several messages. */
export interface ChangeResult {
  readonly id: string;
  readonly result: Message | Refusal;
}

/** Changes several messages; each succeeds or fails alone. */
export const changeMany = async (
  ports: AskPorts,
  asker: Asker,
  items: readonly (AskedChange & { readonly id: string })[],
): Promise<readonly ChangeResult[]> => {
  const results: ChangeResult[] = [];
  const changed: { server: Mailbox | undefined; id: string }[] = [];
  for (const { id, ...asked } of items) {
    try {
      const { server, write } = await judgeChange(ports, asker, id, asked);
      results.push({ id, result: await write() });
      changed.push({ server, id });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      results.push({ id, result: error });
    }
  }
  await queueServerChanges(ports, changed);
  return results;
};
