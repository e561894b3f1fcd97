import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, beforeAll, expect, it } from "vitest";
import { createAuthority, loopbackNames } from "#infra/local/certificates.ts";
import type { Connect } from "#shared/adapters/mongo/database.ts";
import { mongoIps } from "#shared/adapters/mongo/ips.ts";
import { mailAccounts } from "#shared/domain/mailboxes/mail-accounts.ts";
import type { EgressProxy } from "#shared/domain/mailboxes/mailbox.ts";
import { OAuthError } from "#shared/domain/mailboxes/oauth.ts";
import { draftSend } from "#shared/domain/sending/draft.ts";
import { clock, ids } from "#shared/runtime/system.ts";
import { memoryMailboxes } from "#test/support/memory/mailboxes.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { startScriptableSmtp } from "#test/support/scriptable-smtp.ts";
import { anEmail, sendingRig } from "#test/support/sending-rig.ts";
import { startSocksProxy } from "#test/support/socks-proxy.ts";

const authority = createAuthority();
const certificate = authority.issue(loopbackNames);
beforeAll(() => setDefaultCACertificates([...getCACertificates("default"), authority.ca]));

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const keyring = async () => ({ current: "k", keys: { k: Buffer.alloc(32, 7).toString("base64") } });
const unused = async () => Promise.reject(new OAuthError("temporary", "not an OAuth mailbox"));

/** A server, a proxy that logs, and a rig whose credentials and proxies come from the database. */
const world = async (connect: Connect) => {
  const smtp = await startScriptableSmtp({ tls: "implicit", certificate });
  const proxy = await startSocksProxy({ credentials: { user: "egress", password: "pass" } });
  stops.push(
    () => smtp.stop(),
    () => proxy.stop(),
  );
  const ips = mongoIps(connect, keyring);
  const mailboxes = memoryMailboxes();
  const accounts = mailAccounts({
    mailboxes,
    grants: {
      read: async () => undefined,
      lease: async () => undefined,
      release: async () => undefined,
      store: async () => false,
      forget: async () => undefined,
    },
    providers: unused,
    oauthTokens: { exchangeCode: unused, refresh: unused },
    egressProxies: ips,
    clock,
    pause: async () => undefined,
  });
  const rig = await sendingRig({ connect, smtp, ports: { mailAccounts: accounts } });
  await mailboxes.insert(rig.mailbox, { smtpPassword: "secret" });
  const add = async (port: number, isDefault: boolean): Promise<string> => {
    const id = ids.objectId();
    const through: EgressProxy = { protocol: "socks5", host: "127.0.0.1", port, username: "egress", password: "pass" };
    await ips.add({ id, userId: rig.mailbox.userId, address: "203.0.113.7", label: "", isDefault, createdAt: new Date() }, through);
    return id;
  };
  return { smtp, proxy, rig, ips, add };
};

describeOnMongo("dedicated addresses in delivery", (connect) => {
  it("carry the connection through the operator's proxy, TLS end to end", async () => {
    const { smtp, proxy, rig, add } = await world(connect);
    const ipId = await add(proxy.port, false);
    const [plain] = await rig.accept({});
    await rig.deliver();
    const direct = proxy.passed.length;
    const draft = draftSend({ clock, ids }, { mailbox: rig.mailbox, ipId }, anEmail());
    await rig.outbox.accept(rig.mailbox.userId, [draft]);

    await rig.deliver();

    expect(direct).toBe(0);
    expect(proxy.passed).toMatchObject([{ kind: "socks5", user: "egress", port: smtp.port, outcome: "connected" }]);
    expect(await rig.statuses([plain!, draft.send])).toEqual(["sent", "sent"]);
  });

  it("use the account's default when the send names none, and wait when the proxy is down", async () => {
    const { proxy, rig, add } = await world(connect);
    await add(proxy.port, true);
    const sends = await rig.accept({});
    await rig.deliver();
    expect(proxy.passed).toHaveLength(1);

    await proxy.stop();
    stops.pop();
    const [waiting] = await rig.accept({});
    await rig.deliver();

    expect(await rig.statuses(sends)).toEqual(["sent"]);
    expect(await rig.read(waiting!)).toMatchObject({ status: "queued", attempts: 1 });
  });
});
