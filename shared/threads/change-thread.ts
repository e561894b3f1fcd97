import { publishEvents, type PublishPorts } from "#shared/events/publish.ts";
import {
  type AskedChange,
  type Asker,
  type AskPorts,
  judged,
  type JudgedChange,
  queueServerChanges,
} from "#shared/inbox/changes/ask-change.ts";
import type { Messages } from "#shared/inbox/ports/messages.ts";
import { takesChanges } from "#shared/mailboxes/configure-inbox.ts";
import { conflict, notFound, Refusal } from "#shared/platform/errors.ts";
import { StaleThread, type Threads } from "./ports.ts";
import type { WorkRequest } from "./thread-state.ts";
import type { Thread } from "./thread.ts";

/** The requested changes of a conversation. */
export interface ThreadChanges extends WorkRequest, AskedChange {
  /** The revision that the client has seen. */
  readonly revision?: number | undefined;
}

/** The dependencies of changing a conversation. */
export interface ChangeThreadPorts extends PublishPorts, AskPorts {
  readonly threads: Pick<Threads, "find" | "change" | "setRead">;
  readonly messages: Pick<Messages, "find" | "setRead" | "ofThread">;
}

/** The most messages of a conversation that are flagged, moved, or changed at their server in one request. */
const THREAD_CHANGES_MAX = 200;

/**
 * Changes what a team sets on a conversation, and flags and folder of its messages. Throws 404, the errors of changing a message, and 409 with the
 * current conversation, encoded by `shown`, when the client has seen an older revision.
 */
export const changeThread = async (
  ports: ChangeThreadPorts,
  asker: Asker,
  id: string,
  { isRead, isFlagged, folder, revision, ...request }: ThreadChanges,
  shown: (thread: Thread) => object,
): Promise<Thread> => {
  const { userId, by } = asker;
  const each = await judgeMessages(ports, asker, id, { isRead, isFlagged, folder });
  const asks = revision !== undefined || Object.values(request).some((value) => value !== undefined);
  const changed = asks
    ? await ports.threads.change(userId, id, { ...request, by }, revision).catch((error) => throwStale(error, shown))
    : undefined;
  if (changed) await publishEvents(ports, "threads", [changed.id]);
  if (each && (changed || !asks)) {
    for (const { write } of each) await write();
    await queueServerChanges(ports, each);
  }
  const marks = !each && isRead !== undefined && (changed || !asks);
  const thread = marks ? await ports.threads.setRead(userId, id, isRead) : each ? await ports.threads.find(userId, id) : changed;
  if (!thread) throw notFound("Thread");
  return thread;
};

/** The changes of its received messages one by one; undefined when none is asked for, or only for a read flag that no server is told of. */
const judgeMessages = async (
  ports: ChangeThreadPorts,
  asker: Asker,
  id: string,
  asked: AskedChange,
): Promise<readonly (JudgedChange & { readonly id: string })[] | undefined> => {
  if (Object.values(asked).every((value) => value === undefined)) return undefined;
  const thread = await ports.threads.find(asker.userId, id);
  if (!thread) throw notFound("Thread");
  const mailbox = await ports.mailboxes.find(asker.userId, thread.mailboxId);
  const isMany = asked.isFlagged !== undefined || asked.folder !== undefined || (mailbox !== undefined && takesChanges(mailbox));
  if (!isMany) return undefined;
  const found = await ports.messages.ofThread(asker.userId, thread, THREAD_CHANGES_MAX + 1);
  if (found.length > THREAD_CHANGES_MAX)
    throw conflict(
      "The conversation is too long to be changed at once",
      `it has more than ${THREAD_CHANGES_MAX} messages: change them with POST /v1/inbox/messages/change`,
    );
  const received = found.filter(({ direction }) => direction === undefined);
  return received.map(({ id: messageId }) => ({ ...judged(ports, asker, messageId, mailbox, asked), id: messageId }));
};

const throwStale = (error: unknown, shown: (thread: Thread) => object): never => {
  if (!(error instanceof StaleThread)) throw error;
  throw new Refusal("conflict", "The conversation was changed meanwhile", {
    details: `its revision is ${error.thread.revision}`,
    current: { ...shown(error.thread) },
  });
};
