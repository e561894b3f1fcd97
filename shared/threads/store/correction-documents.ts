import type { ObjectId } from "mongodb";
import type { AutoClass } from "#shared/mail/read/absence/read-absence.ts";
import type { Intent } from "#shared/mail/read/intent/read-intent.ts";
import type { InboundKind } from "#shared/mail/read/classify.ts";
import type { KeptCorrection } from "#shared/inbox/message.ts";
import type { Database, IndexSpec, Connect } from "#shared/platform/mongo/database.ts";
import { noBodyStore, type ReadBodies } from "#shared/platform/body-store.ts";
import { wholeRows } from "#shared/platform/mongo/moved-bodies.ts";
import { usersOf } from "#shared/accounts/store/users.ts";
import { type MessageDocument, messageBodiesOf, messagesOf } from "#shared/inbox/store/message-documents.ts";

/** A person's correction of a mail, stored by the mail's fingerprint. */
export interface CorrectionDocument {
  _id: ObjectId;
  userId: ObjectId;
  mailboxId: ObjectId;
  dedupeKey: string;
  kind?: InboundKind;
  autoClass?: AutoClass;
  /** "" when the person said that none is known. */
  returnsOn?: string;
  intent?: Intent;
  intentBy?: "api" | "person";
  /** Null when the person said that the mail belongs to no send. */
  emailJobId?: ObjectId | null;
  threadId?: ObjectId;
  by?: string;
  updatedAt: Date;
}

/** The corrections' collection. */
export const correctionsOf = (database: Database) => database.collection<CorrectionDocument>("corrections");

/** Indexes: one correction for each mail; an account's corrections, for the export. */
export const correctionIndexes: readonly IndexSpec[] = [
  {
    collection: "corrections",
    keys: { userId: 1, mailboxId: 1, dedupeKey: 1 },
    options: { unique: true },
    replaces: { mailboxId: 1, dedupeKey: 1 },
  },
  { collection: "corrections", keys: { userId: 1, updatedAt: 1 } },
];

/** Converts a document to a stored correction. */
export const toKept = ({ kind, autoClass, returnsOn, intent, intentBy, emailJobId, threadId, by }: CorrectionDocument): KeptCorrection => ({
  kind,
  autoClass,
  returnsOn,
  intent,
  intentBy,
  emailJobId: emailJobId === null ? "" : emailJobId?.toHexString(),
  threadId: threadId?.toHexString(),
  by,
});

/**
 * The corrections of accounts that agreed to share them, as cases for the evaluation: the person's decision, the rules' decision, and the stored
 * mail. Oldest first; without messages that no longer exist.
 */
export const correctedCases = async function* (connect: Connect, bodyStore: ReadBodies = noBodyStore) {
  const database = await connect();
  const users = await usersOf(database)
    .find({}, { projection: { shareCorrections: 1 } })
    .sort({ _id: 1 })
    .toArray();
  for (const { _id: userId } of users.filter(({ shareCorrections }) => shareCorrections))
    for await (const { mailboxId, dedupeKey } of correctionsOf(database).find({ userId }).sort({ updatedAt: 1 })) {
      const message = await messagesOf(database).findOne({ mailboxId, dedupeKey, userId });
      if (!message?.ruled) continue;
      const row = await messageBodiesOf(database).findOne({ _id: message._id, userId });
      const [body] = await wholeRows("messageBodies", row ? [row] : [], bodyStore);
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
