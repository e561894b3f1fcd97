import { notFound } from "../../../domain/errors.ts";
import type { EgressProxy } from "../../../domain/mailboxes/mailbox.ts";
import type { EgressProxies } from "../../../domain/mailboxes/ports.ts";
import { type Keyring, seal, unseal } from "../../../domain/mailboxes/credentials/seal.ts";
import type { DedicatedIp, IpRegistry } from "../../../domain/sending/ports/ips.ts";
import type { Connect, IndexSpec } from "../database.ts";
import { exact, fromDocument, given, oid, type Stored, toDocument } from "../documents.ts";

type IpDocument = Stored<DedicatedIp, "userId"> & {
  proxy: Pick<EgressProxy, "protocol" | "host" | "port" | "username">;
  sealed: { password?: string };
};

/** An account's addresses. */
export const ipIndexes: readonly IndexSpec[] = [{ collection: "ips", keys: { userId: 1, _id: 1 } }];

const SEALED_FIELD = "password";

/** The dedicated addresses in MongoDB, and the proxies behind them; passwords are sealed (S11). */
export const mongoIps = (connect: Connect, keyring: () => Promise<Keyring>): IpRegistry & EgressProxies => {
  const ips = async () => (await connect()).collection<IpDocument>("ips");
  return {
    list: async (userId) => {
      const found = (await ips()).find({ userId: oid(userId) }, { projection: { proxy: 0, sealed: 0 } }).sort({ _id: 1 });
      return (await found.toArray()).map((ip) => fromDocument<DedicatedIp>(ip));
    },
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
      return { ...found.proxy, ...(password !== undefined && { password: unseal(await keyring(), binding, password) }) };
    },
  };
};
