import { publishEvents, type PublishPorts } from "#shared/events/publish.ts";
import { notFound, Refusal } from "#shared/platform/errors.ts";
import { StaleThread, type Threads } from "./ports.ts";
import type { WorkRequest } from "./thread-state.ts";
import type { Thread } from "./thread.ts";

/** The changes of a conversation that a request asks for. */
export interface ThreadChanges extends WorkRequest {
  readonly isRead?: boolean | undefined;
  /** The revision that the client has seen. */
  readonly revision?: number | undefined;
}

/** The ports of changing a conversation. */
export interface ChangeThreadPorts extends PublishPorts {
  readonly threads: Pick<Threads, "change" | "setRead">;
}

/**
 * Changes what a team says of a conversation and the read flag of its messages. Throws 404, and 409 with the conversation as it is now, as `shown`
 * gives it, when the client has seen an older revision.
 */
export const changeThread = async (
  ports: ChangeThreadPorts,
  userId: string,
  id: string,
  { isRead, revision, ...request }: ThreadChanges,
  shown: (thread: Thread) => object,
): Promise<Thread> => {
  const asks = revision !== undefined || Object.values(request).some((value) => value !== undefined);
  const changed = asks ? await ports.threads.change(userId, id, request, revision).catch((error) => throwStale(error, shown)) : undefined;
  if (changed) await publishEvents(ports, "threads", [changed.id]);
  const thread = isRead === undefined || (asks && !changed) ? changed : await ports.threads.setRead(userId, id, isRead);
  if (!thread) throw notFound("Thread");
  return thread;
};

const throwStale = (error: unknown, shown: (thread: Thread) => object): never => {
  if (!(error instanceof StaleThread)) throw error;
  throw new Refusal("conflict", "The conversation was changed meanwhile", {
    details: `its revision is ${error.thread.revision}`,
    current: { ...shown(error.thread) },
  });
};
