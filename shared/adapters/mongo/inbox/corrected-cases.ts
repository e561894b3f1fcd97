import { usersOf } from "../accounts/users.ts";
import type { Connect } from "../database.ts";
import { correctionsOf } from "./correction-documents.ts";
import { type MessageDocument, messageBodiesOf, messagesOf } from "./message-documents.ts";

/**
 * The corrections of accounts that agreed to share them, as cases for the evaluation: the person's decision, the rules' decision, and the stored
 * mail. Oldest first; without messages that no longer exist.
 */
export const correctedCases = async function* (connect: Connect) {
  const database = await connect();
  const users = await usersOf(database)
    .find({}, { projection: { shareCorrections: 1 } })
    .sort({ _id: 1 })
    .toArray();
  for (const { _id: userId } of users.filter(({ shareCorrections }) => shareCorrections))
    for await (const { mailboxId, dedupeKey } of correctionsOf(database).find({ userId }).sort({ updatedAt: 1 })) {
      const message = await messagesOf(database).findOne({ mailboxId, dedupeKey, userId });
      if (!message?.ruled) continue;
      const body = await messageBodiesOf(database).findOne({ _id: message._id, userId });
      yield { ...caseOf(message, message.ruled), body_text: body?.text ?? "", body_html: body?.html ?? "" };
    }
};

const caseOf = ({ _id, kind, emailJobId, explanation, ...mail }: MessageDocument, ruled: NonNullable<MessageDocument["ruled"]>) => ({
  id: String(_id),
  kind,
  belongs_to_send: emailJobId !== undefined,
  ruled: {
    kind: ruled.kind,
    belongs_to_send: ruled.emailJobId !== undefined,
    kind_rule: explanation?.kindRule ?? "",
    thread_rule: explanation?.threadRule ?? "",
    evidence: explanation?.evidence ?? "",
  },
  from: mail.from.email,
  subject: mail.subject,
  in_reply_to: mail.inReplyTo,
  references: mail.references,
});
