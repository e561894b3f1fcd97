import type { UpdateFilter } from "mongodb";
import type { MessageLocation } from "../../../domain/inbox/message.ts";
import type { Moves } from "../../../domain/inbox/ports/sync.ts";
import { type Connect, isDuplicateKey } from "../database.ts";
import { oid } from "../documents.ts";
import { type MessageDocument, messagesOf } from "./message-documents.ts";

/** So many messages' own places are looked at in a pull; the others' in the next. */
const UNSETTLED_MAX = 500;

/** Notes where a message lies now, and that its server holds it. */
export const movedTo = (to: MessageLocation): UpdateFilter<MessageDocument> => ({
  $set: { folder: to.folder, uidValidity: to.uidValidity, uid: to.uid },
  ...(to.uid !== 0 && { $unset: { copyAt: "", mayHaveMoved: "", onServer: "" } }),
});

/** Moves between folders in MongoDB. Each write holds only while the message is where it was read to be. */
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
          // Another message lies there now: the copy is gone too.
          if (!isDuplicateKey(error)) throw error;
          await messages.updateOne(row, { $unset: { copyAt: "", mayHaveMoved: "" } });
        });
      }
    },
  };
};
