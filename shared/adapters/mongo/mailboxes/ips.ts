import type { DedicatedIp, Ips } from "../../../domain/sending/ports/ips.ts";
import type { EgressProxy } from "../../../domain/mailboxes/mailbox.ts";
import type { Connect, Database, IndexSpec } from "../database.ts";
import { fromDocument, oid, type Stored } from "../documents.ts";

type IpDocument = Stored<DedicatedIp, "userId"> & {
  proxy: Pick<EgressProxy, "protocol" | "host" | "port" | "username">;
  sealed: { password?: string };
};

/** An account's addresses. */
export const ipIndexes: readonly IndexSpec[] = [{ collection: "ips", keys: { userId: 1, _id: 1 } }];

/** The addresses' collection. */
export const ipsOf = (database: Database) => database.collection<IpDocument>("ips");

/** The dedicated addresses in MongoDB, without the proxies behind them. */
export const mongoIps = (connect: Connect): Ips => ({
  list: async (userId) => {
    const found = ipsOf(await connect()).find({ userId: oid(userId) }, { projection: { proxy: 0, sealed: 0 } });
    return (await found.sort({ _id: 1 }).toArray()).map((ip) => fromDocument<DedicatedIp>(ip));
  },
});
