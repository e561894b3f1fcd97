import type { DedicatedIp, Ips, IpRegistry } from "#shared/sending/ports/acceptance.ts";
import type { EgressProxy } from "../mailbox.ts";
import type { Connect, Database, IndexSpec } from "#shared/platform/mongo/database.ts";
import { fromDocument, oid, type Stored, exact, given, toDocument } from "#shared/platform/mongo/documents.ts";
import { notFound } from "#shared/platform/errors.ts";
import { openedBy, seal, unseal, type ReadKeyring } from "#shared/platform/credentials.ts";
import type { EgressProxies } from "../ports.ts";

type IpDocument = Stored<DedicatedIp, "userId"> & {
  proxy: Pick<EgressProxy, "protocol" | "host" | "port" | "username">;
  sealed: { password?: string };
};

/** Indexes: an account's dedicated addresses. */
export const ipIndexes: readonly IndexSpec[] = [{ collection: "ips", keys: { userId: 1, _id: 1 } }];

/** The addresses' collection. */
const ipsOf = (database: Database) => database.collection<IpDocument>("ips");

/** The dedicated addresses in MongoDB, without the proxies behind them. */
export const mongoIps = (connect: Connect): Ips => ({
  list: async (userId) => {
    const found = ipsOf(await connect()).find({ userId: oid(userId) }, { projection: { proxy: 0, sealed: 0 } });
    return (await found.sort({ _id: 1 }).toArray()).map((ip) => fromDocument<DedicatedIp>(ip));
  },
});

const SEALED_FIELD = "password";

/** The dedicated addresses in MongoDB and the proxies behind them; passwords are sealed (S11 in SECURITY.md). */
export const mongoIpRegistry = (connect: Connect, keyring: ReadKeyring): IpRegistry & EgressProxies => {
  const ips = async () => ipsOf(await connect());
  return {
    ...mongoIps(connect),
    add: async (ip, { password, ...proxy }) => {
      const sealed =
        password === undefined
          ? {}
          : { password: seal(await keyring(), { userId: ip.userId, recordId: ip.id, field: SEALED_FIELD }, password) };
      await (await ips()).insertOne({ ...toDocument(ip, ["userId"]), proxy: given(proxy), sealed });
      if (ip.isDefault)
        await (await ips()).updateMany({ userId: oid(ip.userId), _id: { $ne: oid(ip.id) } }, { $set: { isDefault: false } });
    },
    remove: async (userId, id) => (await (await ips()).deleteOne({ _id: oid(id), userId: oid(userId) })).deletedCount === 1,
    proxy: async (userId, ipId) => {
      const which = ipId === undefined ? { isDefault: true } : { _id: oid(ipId) };
      const found = await (await ips()).findOne(exact({ userId: oid(userId), ...which }));
      if (!found && ipId !== undefined) throw notFound("Dedicated IP");
      if (!found) return undefined;
      const { password } = found.sealed;
      const binding = { userId, recordId: found._id.toHexString(), field: SEALED_FIELD };
      return {
        ...found.proxy,
        ...(password !== undefined && { password: await openedBy(keyring, (keys) => unseal(keys, binding, password)) }),
      };
    },
  };
};
