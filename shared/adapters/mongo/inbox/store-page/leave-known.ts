import type { PreparedMail } from "../../../../domain/inbox/store/prepared-mail.ts";
import { isNamedStub, keysOf, type KnownMessage, recognise } from "../../../../domain/inbox/store/known-mail.ts";
import { fromDocument, oid } from "../../documents.ts";
import { messageBodiesOf, messagesOf } from "../message-documents.ts";
import { movedTo } from "../moves.ts";
import { threadLinksOf } from "../thread-links.ts";
import type { Page } from "./page.ts";

const knownFields = {
  dedupeKey: 1,
  providerId: 1,
  messageId: 1,
  isRead: 1,
  createdAt: 1,
  receivedAt: 1,
  folder: 1,
  uidValidity: 1,
  uid: 1,
  onServer: 1,
  copyAt: 1,
} as const satisfies Partial<Record<keyof KnownMessage, 1>>;

/** Leaves out what is stored already; its state stays, only where it lies on the server is noted anew. Stubs make room for the whole message. */
export const withoutKnown = async (
  { database, session, lease }: Page,
  mails: readonly PreparedMail[],
): Promise<readonly PreparedMail[]> => {
  if (mails.length === 0) return [];
  const messages = messagesOf(database);
  const mailboxId = oid(lease.id);
  const { keys, providerIds } = keysOf(mails);
  const { folder, uidValidity } = mails[0]!.message;
  // All mails of a page lie in one folder. Each branch has its own index.
  const same = [
    { mailboxId, dedupeKey: { $in: [...keys] } },
    { mailboxId, folder, uidValidity, uid: { $in: mails.map(({ message }) => message.uid) } },
    ...(providerIds.length > 0 ? [{ mailboxId, providerId: { $in: [...providerIds] } }] : []),
  ];
  const found = await messages.find({ $or: same }, { session, projection: knownFields }).toArray();
  const known = new Map([...found, ...(await namesakes({ database, session, lease }, mails))].map((row) => [row._id.toHexString(), row]));
  const { fresh, moved, copied } = recognise(
    mails,
    [...known.values()].map((row) => fromDocument<KnownMessage>(row)),
  );
  const row = (id: string) => ({ _id: oid(id), mailboxId });
  const moves = moved.map(({ id, to }) => ({ updateOne: { filter: row(id), update: movedTo(to) } }));
  const copies = copied.map(({ id, at }) => ({
    updateOne: { filter: row(id), update: { $set: { copyAt: at, mayHaveMoved: true as const } } },
  }));
  if (moves.length + copies.length > 0) await messages.bulkWrite([...moves, ...copies], { session });
  const replaced = fresh.filter(({ replacesStub }) => replacesStub).map(({ message }) => oid(message.id));
  if (replaced.length > 0) {
    const stubs = { _id: { $in: replaced }, userId: oid(lease.userId) };
    await messages.deleteMany(stubs, { session });
    await messageBodiesOf(database).deleteMany(stubs, { session });
  }
  return fresh;
};

/** So many messages are looked at for mails of which only the headers came. */
const NAMESAKES_MAX = 200;

/** Stored messages of the Message-IDs of mails whose headers alone came; found by their threads. */
const namesakes = async ({ database, session, lease }: Omit<Page, "keptDays">, mails: readonly PreparedMail[]) => {
  const messageIds = mails.filter(isNamedStub).map(({ message }) => message.messageId);
  if (messageIds.length === 0) return [];
  const links = await threadLinksOf(database)
    .find({ mailboxId: oid(lease.id), messageId: { $in: messageIds } }, { session, projection: { threadId: 1 } })
    .toArray();
  const those = { userId: oid(lease.userId), threadId: { $in: links.map(({ threadId }) => threadId) }, messageId: { $in: messageIds } };
  return messagesOf(database).find(those, { session, projection: knownFields }).limit(NAMESAKES_MAX).toArray();
};
