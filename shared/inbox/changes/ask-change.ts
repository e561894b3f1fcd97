import { publishEvents, type PublishPorts } from "#shared/events/publish.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Mailboxes } from "#shared/mailboxes/ports.ts";
import { takesChanges, whyNoChanges } from "#shared/mailboxes/sync-changes.ts";
import { insufficientScope, invalid, mailboxDisconnected, notFound, Refusal } from "#shared/platform/errors.ts";
import type { Clock } from "#shared/platform/ports.ts";
import type { Message, Wish } from "../message.ts";
import { type Changes, FOLDER_WORDS } from "../ports/changes.ts";
import type { Messages } from "../ports/messages.ts";
import type { SyncQueue } from "../ports/polls.ts";

/** The ports of changing messages. */
export interface AskPorts extends PublishPorts {
  readonly mailboxes: Pick<Mailboxes, "find">;
  readonly messages: Pick<Messages, "find" | "setRead">;
  readonly changes: Pick<Changes, "ask">;
  readonly syncQueue: SyncQueue;
  readonly clock: Clock;
}

/** Who asks (`by`: by what name), whether the key may `send`, and the mailboxes that it sees; absent: all. */
export interface Asker {
  readonly userId: string;
  readonly canSend: boolean;
  readonly by?: string | undefined;
  readonly within?: readonly string[] | undefined;
}

/** What a request asks for; undefined fields stay. */
export type AskedChange = { readonly [Name in keyof Wish]?: Wish[Name] | undefined };

/** A change that may be made: `write` makes it. */
export interface JudgedChange {
  /** The mailbox, when its server is to be told. */
  readonly server: Mailbox | undefined;
  readonly write: () => Promise<Message>;
}

/**
 * Judges a change before anything is written. A change for the server, and a folder in any case, need `send`. Throws 404, 403, 400 for a folder that the
 * mailbox cannot be asked for, and 409 where the mailbox is disconnected.
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

/** Judges a change of a message of this mailbox, as `judgeChange`. */
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
  const wish: Wish = {
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

/** Publishes what was changed for servers, and has their mailboxes pulled at once. A wake-up that gets lost delays a change until the next poll. */
export const tellServers = async (ports: AskPorts, changed: readonly { readonly server: Mailbox | undefined; readonly id: string }[]) => {
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

/** Changes several messages, each by itself. */
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
  await tellServers(ports, changed);
  return results;
};
