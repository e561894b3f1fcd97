import { notFound } from "../../../domain/errors.ts";
import { type Keyring, seal, unseal } from "../../../domain/mailboxes/credentials/seal.ts";
import type { EgressProxies } from "../../../domain/mailboxes/ports.ts";
import type { IpRegistry } from "../../../domain/sending/ports/ips.ts";
import type { Connect } from "../database.ts";
import { exact, given, oid, toDocument } from "../documents.ts";
import { ipsOf, mongoIps } from "./ips.ts";

const SEALED_FIELD = "password";

/** The dedicated addresses in MongoDB and the proxies behind them; passwords are sealed (S11 in SECURITY.md). */
export const mongoIpRegistry = (connect: Connect, keyring: () => Promise<Keyring>): IpRegistry & EgressProxies => {
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
      return { ...found.proxy, ...(password !== undefined && { password: unseal(await keyring(), binding, password) }) };
    },
  };
};
