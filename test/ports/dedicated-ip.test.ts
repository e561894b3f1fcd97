import { afterEach, expect, it } from "vitest";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { mongoIpRegistry } from "#shared/mailboxes/store/mailboxes.ts";
import { mailAccounts } from "#shared/mailboxes/connection/mail-accounts.ts";
import { notFound } from "#shared/platform/errors.ts";
import type { EgressProxy } from "#shared/mailboxes/mailbox.ts";
import { OAuthError } from "#shared/mailboxes/oauth/oauth.ts";
import { deliverMailbox } from "#shared/sending/deliver/deliver-mailbox.ts";
import type { DeliverPorts } from "#shared/sending/deliver/deliver-ports.ts";
import { draftSend } from "#shared/sending/accept/draft.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { memoryMailboxes } from "#test/support/memory/mailboxes.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";
import type { Script } from "#test/support/scriptable-smtp.ts";
import { anEmail, sendingRig } from "#test/support/sending-rig.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";
import { startSocksProxy } from "#test/support/socks-proxy.ts";

const smtpServer = smtpServers();
const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const keyring = async () => ({ current: "k", keys: { k: Buffer.alloc(32, 7).toString("base64") } });
const unused = async () => Promise.reject(new OAuthError("temporary", "not an OAuth mailbox"));

/** A server, a proxy that logs, and a rig whose credentials and proxies come from the database. */
const world = async (connect: Connect) => {
  const smtp = await smtpServer({});
  const proxy = await startSocksProxy({ credentials: { user: "egress", password: "pass" } });
  stops.push(() => proxy.stop());
  const ips = mongoIpRegistry(connect, keyring);
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
    await rig.acceptedSends.accept(rig.mailbox.userId, [draft]);

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
    expect(await rig.read(waiting!)).toMatchObject({ status: "queued", attempts: 0 });
    expect(await rig.mailboxes.find(rig.mailbox.userId, rig.mailbox.id)).toMatchObject({ smtpFailures: 0, status: "active" });
    expect(rig.log.events).toContain("delivery stopped by our own failure");
  });
});

describeOnMongo("delivering while an address is out of order", (connect) => {
  /** A rig whose dedicated addresses are all dead, or answer with `script`; `acceptBy` accepts a send for each of `ipIds`. */
  const rigWithAddresses = async (script?: Script) => {
    const smtp = await smtpServer({});
    const rig = await sendingRig({ connect, smtp });
    const behind = script && (await smtpServer(script));
    const account: DeliverPorts["mailAccounts"]["smtp"] = async (box, ipId) => {
      if (ipId !== undefined && !behind) throw notFound("Dedicated IP");
      return { ...box.smtp, port: ipId === undefined || !behind ? smtp.port : behind.port, credential: { password: "secret" } };
    };
    const ports = { ...rig.ports, mailAccounts: { ...rig.ports.mailAccounts, smtp: account } };
    const acceptBy = async (...ipIds: (string | undefined)[]) => {
      const drafts = ipIds.map((ipId) => draftSend(rig.ports, { mailbox: rig.mailbox, ipId }, anEmail()));
      await rig.acceptedSends.accept(rig.mailbox.userId, drafts);
      return drafts.map(({ send }) => send);
    };
    const deliver = () => deliverMailbox(ports, { mailboxId: rig.mailbox.id, sendIds: [] });
    return { smtp, rig, behind, acceptBy, deliver };
  };
  const address = "66f000000000000000000001";
  const other = "66f000000000000000000002";

  it.each([1, 12])(
    "sends everything else when one address was removed, and lets its sends wait without an attempt (%i good)",
    async (good) => {
      const { smtp, rig, acceptBy, deliver } = await rigWithAddresses();
      const sends = await acceptBy(undefined, address, ...Array.from({ length: good }, () => undefined), address);
      const collection = (await connect()).collection("sends");

      await deliver();
      await collection.updateMany({ status: "queued" }, { $set: { dueAt: new Date() } }, TEST_ONLY);
      const [late] = await acceptBy(undefined);
      await deliver();

      expect(smtp.accepted).toHaveLength(good + 2);
      for (const send of [...sends.filter(({ ipId }) => ipId === undefined), late!])
        expect(await rig.read(send)).toMatchObject({ status: "sent", attempts: 1 });
      for (const send of sends.filter(({ ipId }) => ipId !== undefined)) {
        const waiting = await rig.read(send);
        expect(waiting).toMatchObject({
          status: "queued",
          attempts: 0,
          lastError: expect.stringMatching(/^this service has an internal failure/),
        });
        expect(waiting.dueAt!.getTime() - Date.now()).toBeGreaterThan(20_000);
      }
      expect(rig.log.events).toContain("delivery stopped by our own failure");
    },
  );

  it("goes on with the next claim when an address is dead and another way is not, and stops when none is left", async () => {
    const { smtp, rig, acceptBy, deliver } = await rigWithAddresses();
    const [dead] = await acceptBy(address, ...Array.from({ length: 59 }, () => undefined));
    await deliver();
    expect(smtp.accepted).toHaveLength(59);
    expect(await rig.read(dead!)).toMatchObject({ status: "queued", attempts: 0 });

    const untried = await acceptBy(...Array.from({ length: 51 }, () => other));
    await deliver();
    expect(await rig.read(untried[50]!)).toMatchObject({ status: "queued", attempts: 0 });
  });

  it("lets sends go out by a dedicated address while the server cannot be reached without one", async () => {
    const { smtp, rig, behind, acceptBy, deliver } = await rigWithAddresses({});
    await smtp.stop();
    const sends = await acceptBy(undefined, address, undefined);

    await deliver();

    expect(behind!.accepted).toHaveLength(1);
    expect(await rig.statuses(sends)).toEqual(["queued", "sent", "queued"]);
    expect(await rig.read(sends[2]!)).toMatchObject({ attempts: 1 });
  });

  it("puts off only its own sends when an address is told at the greeting that it is too fast", async () => {
    const { smtp, rig, acceptBy, deliver } = await rigWithAddresses({
      banner: { reply: "421 4.7.0 rate limit, try again later", end: "drop" },
    });
    const sends = await acceptBy(address, undefined, address);

    await deliver();

    expect(smtp.accepted).toHaveLength(1);
    expect(await rig.statuses(sends)).toEqual(["queued", "sent", "queued"]);
    expect(await rig.read(sends[2]!)).toMatchObject({ attempts: 0 });
  });

  it("lets every send wait when the login through an address is refused", async () => {
    const { smtp, rig, acceptBy, deliver } = await rigWithAddresses({ auth: { reply: "535 5.7.8 no" } });
    const sends = await acceptBy(address, undefined);

    await deliver();

    expect(smtp.connections).toBe(0);
    for (const send of sends) expect(await rig.read(send)).toMatchObject({ status: "queued", attempts: 0, lastError: "535 5.7.8 no" });
  });
});
