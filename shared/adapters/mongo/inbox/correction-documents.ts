import type { ObjectId } from "mongodb";
import type { InboundKind } from "../../../domain/mail/read/classify.ts";
import type { KeptCorrection } from "../../../domain/inbox/correction.ts";
import type { Database, IndexSpec } from "../database.ts";

/** A person's correction of a mail, stored by the mail's fingerprint. */
export interface CorrectionDocument {
  _id: ObjectId;
  userId: ObjectId;
  mailboxId: ObjectId;
  dedupeKey: string;
  kind?: InboundKind;
  /** Null: the mail belongs to no send. */
  emailJobId?: ObjectId | null;
  threadId?: ObjectId;
  updatedAt: Date;
}

/** The corrections' collection. */
export const correctionsOf = (database: Database) => database.collection<CorrectionDocument>("corrections");

/** One correction for each mail; an account's corrections are exported together. */
export const correctionIndexes: readonly IndexSpec[] = [
  { collection: "corrections", keys: { mailboxId: 1, dedupeKey: 1 }, options: { unique: true } },
  { collection: "corrections", keys: { userId: 1, updatedAt: 1 } },
];

/** Document → domain. */
export const toKept = ({ kind, emailJobId, threadId }: CorrectionDocument): KeptCorrection => ({
  kind,
  emailJobId: emailJobId === null ? "" : emailJobId?.toHexString(),
  threadId: threadId?.toHexString(),
});
