import type { Polls } from "../../../domain/inbox/ports/polls.ts";
import type { Mailbox } from "../../../domain/mailboxes/mailbox.ts";
import type { Connect } from "../database.ts";
import { fromDocument, oid } from "../documents.ts";
import { mailboxesOf, withoutSecrets } from "../mailboxes/mailbox-documents.ts";
import { syncStatesOf } from "./sync-states.ts";
import { lookedAfter } from "./sync-targets.ts";

/** Polls of many mailboxes in MongoDB, with two reads and two writes for any number. */
export const mongoPolls = (connect: Connect): Polls => ({
  read: async (ids) => {
    const database = await connect();
    const among = { _id: { $in: ids.map(oid) } };
    const [mailboxes, states] = await Promise.all([
      mailboxesOf(database)
        .find({ ...among, ...lookedAfter }, { projection: withoutSecrets })
        .toArray(),
      syncStatesOf(database)
        .find(among, { projection: { "cursors.window": 0 } })
        .toArray(),
    ]);
    const byId = new Map(states.map((state) => [state._id.toHexString(), state]));
    return mailboxes.map((document) => {
      const mailbox = fromDocument<Mailbox>(document);
      const { cursors = [], failures = 0, auditAt } = byId.get(mailbox.id) ?? {};
      return { mailbox, cursors, failures, auditAt };
    });
  },
  quiet: async (ids, at) => {
    const database = await connect();
    const among = { _id: { $in: ids.map(oid) } };
    await mailboxesOf(database).updateMany({ ...among, ...lookedAfter }, { $max: { inboxLastSyncAt: at } });
    await syncStatesOf(database).updateMany(among, { $unset: { queuedUntil: "" } });
  },
});
