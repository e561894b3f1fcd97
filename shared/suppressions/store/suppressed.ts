import type { ObjectId } from "mongodb";
import { type Suppressions, reasonsFor, type Suppression, suppressionKeys } from "../suppression.ts";
import type { Connect, Database } from "#shared/platform/mongo/database.ts";
import { oid, type Stored } from "#shared/platform/mongo/documents.ts";
import type { HasPendingEvents } from "#shared/events/store/event-documents.ts";

/** A suppression as stored. */
export type SuppressionDocument = Omit<Stored<Suppression, "userId">, "sendId" | "mailboxId"> &
  HasPendingEvents & { sendId?: ObjectId; mailboxId?: ObjectId };

/** The suppressions' collection. */
export const suppressionsOf = (database: Database) => database.collection<SuppressionDocument>("suppressions");

/** Which addresses are suppressed: all that accepting an email asks. */
export const mongoSuppressed = (connect: Connect): Pick<Suppressions, "among"> => ({
  among: async (userId, emails) => {
    const found = suppressionsOf(await connect()).find(
      { userId: oid(userId), email: { $in: [...new Set(emails.flatMap(suppressionKeys))] } },
      { projection: { email: 1, reason: 1 } },
    );
    return reasonsFor(emails, await found.toArray());
  },
});
