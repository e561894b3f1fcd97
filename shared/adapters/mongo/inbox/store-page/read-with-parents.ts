import type { ObjectId } from "mongodb";
import type { MessageBody } from "../../../../domain/inbox/message.ts";
import type { DecidedMail } from "../../../../domain/inbox/store/prepared-mail.ts";
import { oid } from "../../documents.ts";
import { sendBodiesOf } from "../../sending/send-documents.ts";
import { messageBodiesOf, messagesOf } from "../message-documents.ts";
import { threadLinksOf } from "../thread-links.ts";
import type { Page } from "./page.ts";

/** So many mails of a page are read beside their parents; the others stay as they were read alone. */
const ASKING_MAX = 20;
/** Among so many of a thread's newest messages the parent is looked for. */
const NEWEST_OF_THREAD = 20;

type Bodies = Pick<MessageBody, "text" | "html">;

/** Reads the new content of those mails that ask for it once more, beside the send or the message that each answers, where it is stored. */
export const readWithParents = async (page: Page, mails: readonly DecidedMail[]): Promise<readonly DecidedMail[]> => {
  if (!mails.some(({ asksForParent }) => asksForParent)) return mails;
  const { readWithParent } = await import("../../../../domain/inbox/store/read-with-parent.ts");
  const asking = new Set(mails.filter(({ asksForParent }) => asksForParent).slice(0, ASKING_MAX));
  const read: DecidedMail[] = [];
  for (const mail of mails) {
    const parent = asking.has(mail) ? await parentOf(page, mail) : undefined;
    read.push(parent ? readWithParent(mail, parent) : mail);
  }
  return read;
};

const parentOf = async (page: Page, { concerns, parentIds }: DecidedMail): Promise<Bodies | undefined> => {
  const { database, session, lease } = page;
  const one = (_id: ObjectId) => ({ _id, userId: oid(lease.userId) });
  const bodies = { session, projection: { text: 1, html: 1 } } as const;
  if (concerns) return (await sendBodiesOf(database).findOne(one(oid(concerns.id)), bodies)) ?? undefined;
  const id = await messageOf(page, parentIds);
  return id && ((await messageBodiesOf(database).findOne(one(id), bodies)) ?? undefined);
};

/** The stored message with one of these Message-IDs, by the thread that they are known to belong to. */
const messageOf = async ({ database, session, lease }: Page, ids: readonly string[]): Promise<ObjectId | undefined> => {
  const userId = oid(lease.userId);
  const link = await threadLinksOf(database).findOne({ mailboxId: oid(lease.id), messageId: { $in: ids } }, { session });
  if (!link) return undefined;
  const newest = messagesOf(database)
    .find({ userId, threadId: link.threadId }, { session, projection: { messageId: 1 } })
    .sort({ receivedAt: -1, _id: -1 })
    .limit(NEWEST_OF_THREAD);
  return (await newest.toArray()).find(({ messageId }) => ids.includes(messageId))?._id;
};
