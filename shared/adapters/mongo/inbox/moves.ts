import type { UpdateFilter } from "mongodb";
import type { MessageLocation } from "../../../domain/inbox/message.ts";
import type { Moves } from "../../../domain/inbox/ports/sync.ts";
import { type Connect, isDuplicateKey } from "../database.ts";
import { oid } from "../documents.ts";
import { type MessageDocument, messagesOf } from "./message-documents.ts";

/** How many messages' own locations are checked in one pull; the rest in the next. */
const UNSETTLED_MAX = 500;

/** Sets a message's new location, where its server holds it. */
export const movedTo = (to: MessageLocation): UpdateFilter<MessageDocument> => ({
  $set: { folder: to.folder, uidValidity: to.uidValidity, uid: to.uid },
  ...(to.uid !== 0 && { $unset: { copyAt: "", mayHaveMoved: "", onServer: "" } }),
});

/** Moves between folders in MongoDB. Each write requires that the message is still where it was when read. */
export const mongoMoves = (connect: Connect): Moves => {
  const at = (
    mailboxId: string,
    { path, uidValidity }: { readonly path: string; readonly uidValidity: string },
    uids: readonly number[],
  ) => ({
    mailboxId: oid(mailboxId),
    folder: path,
    uidValidity,
    uid: { $in: [...uids] },
  });
  return {
    unsettled: async ({ id }) => {
      const fields = { projection: { _id: 0, folder: 1, uidValidity: 1, uid: 1 } } as const;
      const found = messagesOf(await connect()).find({ mailboxId: oid(id), mayHaveMoved: true }, fields);
      return found.limit(UNSETTLED_MAX).toArray();
    },
    stay: async ({ id }, place, uids) => {
      await messagesOf(await connect()).updateMany({ ...at(id, place, uids), mayHaveMoved: true }, { $unset: { mayHaveMoved: "" } });
    },
    leave: async ({ id }, place, uids) => {
      const messages = messagesOf(await connect());
      const gone = await messages.find({ ...at(id, place, uids), copyAt: { $exists: true } }, { projection: { copyAt: 1 } }).toArray();
      for (const { _id, copyAt } of gone) {
        if (!copyAt) continue;
        const row = { _id, mailboxId: oid(id), copyAt };
        await messages.updateOne(row, movedTo(copyAt)).catch(async (error: unknown) => {
          // Another message is at that location now, so the copy is gone too.
          if (!isDuplicateKey(error)) throw error;
          await messages.updateOne(row, { $unset: { copyAt: "", mayHaveMoved: "" } });
        });
      }
    },
  };
};
