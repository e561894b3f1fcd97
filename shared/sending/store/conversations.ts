import type { Connect } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { threadsOf } from "#shared/threads/store/thread-documents.ts";
import type { Conversations } from "../accept/choose-mailbox.ts";

/** The most conversations that are read: twenty for each recipient of the largest batch. */
const ROWS_MAX = 20_000;

/** The conversations of mailboxes in MongoDB. */
export const mongoConversations = (connect: Connect): Conversations => ({
  latest: async (userId, mailboxIds, addresses) => {
    if (mailboxIds.length === 0 || addresses.length === 0) return new Map();
    const asked = new Set(addresses);
    const filter = { userId: oid(userId), participants: { $in: [...addresses] }, mailboxId: { $in: mailboxIds.map(oid) } };
    const found = threadsOf(await connect()).find(filter, { projection: { _id: 0, mailboxId: 1, participants: 1 } });
    const rows = await found.sort({ lastMessageAt: -1, _id: -1 }).limit(ROWS_MAX).toArray();
    const latest = new Map<string, Set<string>>();
    for (const { mailboxId, participants } of rows)
      for (const address of participants)
        if (asked.has(address)) latest.set(address, (latest.get(address) ?? new Set()).add(mailboxId.toHexString()));
    return new Map([...latest].map(([address, ids]) => [address, [...ids]]));
  },
});
