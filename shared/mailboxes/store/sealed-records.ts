import type { ObjectId } from "mongodb";
import type { SealedRecords } from "#shared/platform/credentials.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { exact, oid } from "#shared/platform/mongo/documents.ts";

interface SealedDocument {
  _id: ObjectId;
  userId: ObjectId;
  sealed: Record<string, string>;
}

/** The collections whose records hold sealed values, those of test worlds too, each under `sealed` by field name. */
export const sealedCollections = ["mailboxes", "oauthClients", "ips", "webhooks", "test.mailboxes", "test.webhooks"] as const;

/** The sealed values of a collection, whatever their fields, for key rotation. */
export const mongoSealedRecords = (connect: Connect, name: (typeof sealedCollections)[number]): SealedRecords => {
  const records = async () => (await connect()).collection<SealedDocument>(name);
  return {
    name,
    page: async (after, limit) => {
      const behind = after === undefined ? {} : { _id: { $gt: oid(after) } };
      const found = (await records())
        .find(behind, { projection: { userId: 1, sealed: 1 } })
        .sort({ _id: 1 })
        .limit(limit);
      const page = await found.toArray();
      const fields = page.flatMap(({ _id, userId, sealed }) =>
        Object.entries(sealed).map(([field, value]) => ({ recordId: String(_id), userId: String(userId), field, sealed: value })),
      );
      return { fields, last: page.at(-1)?._id.toHexString() };
    },
    replace: async ({ recordId, userId, field, sealed }, anew) => {
      const same = exact({ _id: oid(recordId), userId: oid(userId), [`sealed.${field}`]: sealed });
      return (await (await records()).updateOne(same, { $set: { [`sealed.${field}`]: anew } })).matchedCount === 1;
    },
  };
};
