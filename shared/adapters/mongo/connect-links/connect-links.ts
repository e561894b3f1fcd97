import type { ConnectLinks, LinkFilter } from "../../../domain/connect-links/ports.ts";
import { type Connect, databaseNow } from "../database.ts";
import { given, oid, toDocument } from "../documents.ts";
import { deletePublished } from "../events/event-outbox.ts";
import { pageOf } from "../pages.ts";
import { connectLinksOf, toLink } from "./connect-link-documents.ts";

/** The links in MongoDB. */
export const mongoConnectLinks = (connect: Connect): ConnectLinks => {
  const one = (userId: string, id: string) => ({ _id: oid(id), userId: oid(userId) });
  return {
    insert: async (link, hash) => {
      await connectLinksOf(await connect()).insertOne({ ...toDocument(link, ["userId", "mailboxId"]), hash });
    },
    find: async (userId, id) => {
      const found = await connectLinksOf(await connect()).findOne(one(userId, id));
      return found ? toLink(found) : undefined;
    },
    list: async (userId, filter, page) => {
      const database = await connect();
      const now = filter.status === undefined ? new Date(0) : await databaseNow(database);
      const found = pageOf(
        connectLinksOf(database),
        { userId: oid(userId), ...given({ ...inState(filter, now), tenant: filter.tenants && { $in: [...filter.tenants] } }) },
        "createdAt",
        page,
      );
      return (await found.toArray()).map(toLink);
    },
    delete: async (userId, id) => (await deletePublished(await connect(), "connectLinks", one(userId, id))) === 1,
  };
};

const inState = ({ status }: LinkFilter, now: Date) => ({
  status: status === "expired" ? ("open" as const) : status,
  expiresAt: status === "open" ? { $gt: now } : status === "expired" ? { $lte: now } : undefined,
});
