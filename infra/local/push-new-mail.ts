import type { Connect } from "#shared/adapters/mongo/database.ts";
import { mailboxesOf } from "#shared/adapters/mongo/mailboxes/mailbox-documents.ts";
import type { SyncQueue } from "#shared/domain/inbox/ports/polls.ts";

const GATHER_MS = 100;

/** Pulls a connected mailbox as soon as the sandbox has delivered to it, so that an answer need not wait for the next poll, as it would on AWS. */
export const pushNewMail = (connect: Connect, queue: SyncQueue) => {
  let waiting = new Set<string>();
  const push = async (): Promise<void> => {
    if (waiting.size === 0) return;
    const emailKey = { $in: [...waiting] };
    waiting = new Set();
    const found = await mailboxesOf(await connect())
      .find({ emailKey, inboxSyncEnabled: true, deletedAt: { $exists: false } }, { projection: { userId: 1 } })
      .toArray();
    await queue.add(found.map(({ _id, userId }) => ({ id: _id.toHexString(), userId: userId.toHexString() })));
  };
  let pushing = Promise.resolve();
  // A mailbox that is not pulled now is pulled by the next poll.
  const timer = setInterval(() => {
    pushing = pushing.then(push).catch(() => {});
  }, GATHER_MS);
  return {
    delivered: (address: string): void => void waiting.add(address.toLowerCase()),
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await pushing;
    },
  };
};
