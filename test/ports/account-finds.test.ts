import { ObjectId } from "mongodb";
import { beforeAll, expect, it } from "vitest";
import { mongoApiKeys } from "#shared/accounts/store/api-keys.ts";
import { mongoUsers, mongoWallets } from "#shared/accounts/store/users.ts";
import { eventsOf, feedsOf } from "#shared/events/store/event-documents.ts";
import { mongoFeeds } from "#shared/events/store/feeds.ts";
import { mongoPolls, mongoSyncTargets } from "#shared/inbox/store/sync-states.ts";
import { mongoGrants, mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { mongoIpRegistry } from "#shared/mailboxes/store/mailboxes.ts";
import { mongoSealedRecords } from "#shared/mailboxes/store/sealed-records.ts";
import { mongoSuppressions } from "#shared/suppressions/store/suppressions.ts";
import { mongoWebhookDeliveries } from "#shared/webhooks/store/webhook-deliveries.ts";
import { mongoSealedWebhooks } from "#shared/webhooks/store/webhooks.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { type Account, anAccount, namesOf, ring } from "#test/support/account-world.ts";
import { type Names, plain } from "#test/support/changes.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

const page = { limit: 9, offset: 0 };

describeOnMongo("of two accounts that have the same", (connect) => {
  const mailboxes = mongoSealedMailboxes(connect, ring);
  const webhooks = mongoSealedWebhooks(connect, ring);
  const ips = mongoIpRegistry(connect, ring);
  const grants = mongoGrants(connect, ring);
  let mine: Account;
  let others: Account;
  let names: Names;
  beforeAll(async () => {
    [mine, others] = [await anAccount(connect), await anAccount(connect)];
    names = new Map([...namesOf(mine), ...namesOf(others, "other's ")]);
  });
  const idsOf = (records: readonly { readonly id: string }[]) => records.map(({ id }) => names.get(id) ?? "unnamed").join(" ");
  /** What an account is told when it asks for the records of `of`. */
  const asked = async (userId: string, of: Account) => ({
    mailbox: await mailboxes.find(userId, of.mailbox.id),
    byEmail: await mailboxes.findByEmail(userId, of.failing.email.toUpperCase()),
    many: idsOf((await mailboxes.findMany(userId, [of.mailbox.id, of.gone.id])).toSorted((one, other) => (one.id < other.id ? -1 : 1))),
    secrets: await mailboxes.secrets({ id: of.mailbox.id, userId }),
    secretsOfGone: await mailboxes.secrets({ id: of.gone.id, userId }),
    grant: await grants.read({ id: of.failing.id, userId }),
    webhook: await webhooks.find(userId, of.webhook.id),
    off: await webhooks.find(userId, of.off.id),
    signs: await webhooks.secrets(userId, of.webhook.id),
    deliveries: idsOf(await webhooks.deliveries(userId, of.webhook.id, page)),
    deliveriesOfOff: idsOf(await webhooks.deliveries(userId, of.off.id, page)),
  });

  it("each is told of its own", async () => {
    const { mailbox, failing, webhook, off } = mine;
    const expiry = { accessTokenExpiresAt: expect.any(Date) };

    expect(await asked(mine.id, mine)).toEqual({
      mailbox,
      byEmail: failing,
      many: "mailbox gone",
      secrets: { smtpPassword: "s", refreshToken: "r", accessToken: "a", ...expiry },
      secretsOfGone: {},
      grant: { refreshToken: "r", accessToken: "a", version: 1, ...expiry },
      webhook: { ...webhook, failingSince: expect.any(Date) },
      off: { ...off, failingSince: expect.any(Date) },
      signs: ["whsec_a"],
      deliveries: "orphan later due",
      deliveriesOfOff: "",
    });
  });

  it("neither is told of the other's", async () => {
    const nothing = { many: "", secrets: {}, secretsOfGone: {}, signs: [], deliveries: "", deliveriesOfOff: "" };

    expect(await asked(mine.id, others)).toEqual(nothing);
  });

  it("each has its lists, in their order, and a page of them", async () => {
    const lists = async (userId: string) => ({
      mailboxes: idsOf(await mailboxes.list(userId)),
      webhooks: idsOf(await webhooks.list(userId)),
      keys: idsOf(await mongoApiKeys(connect).list(userId)),
      ips: idsOf(await ips.list(userId)),
      suppressions: (await mongoSuppressions(connect).list(userId, {}, page)).map(({ email, reason }) => `${email} ${reason}`),
      bounced: (await mongoSuppressions(connect).list(userId, { reason: "bounced" }, page)).length,
      among: [...(await mongoSuppressions(connect).among(userId, ["OLD@peer.test", "new@peer.test"]))],
      transactions: (await mongoWallets(connect).transactions(userId, page)).map(({ type, amount, balanceAfter }) => [
        type,
        amount,
        balanceAfter,
      ]),
      wallet: (await mongoWallets(connect).find(userId))?.balance,
      second: idsOf(await webhooks.deliveries(userId, mine.webhook.id, { limit: 1, offset: 1 })),
    });

    expect(await lists(mine.id)).toEqual({
      mailboxes: "failing mailbox gone",
      webhooks: "off webhook",
      keys: "key namedKey olderKey",
      ips: "otherIp ip",
      suppressions: ["old@peer.test manual"],
      bounced: 0,
      among: [["old@peer.test", "manual"]],
      transactions: [["topup", 10, 10]],
      wallet: 10,
      second: "later",
    });
    expect(await lists("0".repeat(24))).toMatchObject({
      mailboxes: "",
      webhooks: "",
      keys: "",
      ips: "",
      suppressions: [],
      among: [],
      transactions: [],
      second: "",
    });
  });

  it("what is found by its own name alone is found", async () => {
    expect(await mongoApiKeys(connect).findByHash(mine.namedKey)).toMatchObject({
      id: mine.namedKey,
      userId: mine.id,
      name: "ci",
      scopes: ["read"],
    });
    expect(await mongoApiKeys(connect).findByHash("none")).toBeUndefined();
    expect(await mongoUsers(connect).find(mine.id)).toMatchObject({ id: mine.id });
    expect(await mongoUsers(connect).findByEmail(`${mine.id}@a.test`)).toMatchObject({ id: mine.id });
    expect(idsOf(await mongoUsers(connect).list())).toBe("user other's user");
    expect((await mailboxes.findForJob(mine.mailbox.id))?.id).toBe(mine.mailbox.id);
    expect(await mailboxes.findForJob(mine.gone.id)).toBeUndefined();
  });

  it("a proxy is that of the address, or of the account's default", async () => {
    const usual = { protocol: "socks5", host: "p", port: 1, username: "u", password: "p" };

    expect(await ips.proxy(mine.id, undefined)).toEqual(usual);
    expect(await ips.proxy(mine.id, mine.ip)).toEqual(usual);
    expect(await ips.proxy(mine.id, mine.otherIp)).toEqual({ protocol: "socks5", host: "q", port: 2 });
    expect(await ips.proxy("0".repeat(24), undefined)).toBeUndefined();
    await expect(ips.proxy(mine.id, others.ip)).rejects.toMatchObject({ reason: "notFound" });
  });

  it("scheduled sync looks after what is on and not disconnected, a page at a time", async () => {
    const all = [mine.mailbox, mine.failing, mine.gone];
    const polled = await mongoPolls(connect).read(all.map(({ id }) => id));
    const targets = mongoSyncTargets(connect);
    const first = await targets.page(undefined, undefined, 3);
    const rest = await targets.page(undefined, first.last, 3);

    expect(polled.map(({ mailbox: { id }, failures, cursors }) => [names.get(id), failures, cursors])).toEqual([
      ["mailbox", 2, []],
      ["failing", 1, []],
    ]);
    expect([idsOf(first.targets), first.last]).toEqual(["mailbox failing other's mailbox", others.mailbox.id]);
    expect([idsOf(rest.targets), rest.last]).toEqual(["other's failing", undefined]);
    const healthySince = "-600min";
    expect(plain(first.targets, names)).toEqual([
      { id: "mailbox", userId: "user", server: "google", healthySince },
      { id: "failing", userId: "user", server: "google", intervalMinutes: 7, healthySince },
      { id: "other's mailbox", userId: "other's user", server: "google", healthySince },
    ]);
  });

  it("sealed values are read a page of records at a time", async () => {
    const records = mongoSealedRecords(connect, "mailboxes");
    const { fields, last } = await records.page(undefined, 2);
    const next = await records.page(last, 9);

    expect(records.name).toBe("mailboxes");
    expect([...new Set(fields.map(({ recordId }) => names.get(recordId)))]).toEqual(["mailbox", "failing"]);
    expect(last).toBe(mine.failing.id);
    expect([...new Set(next.fields.map(({ recordId }) => names.get(recordId)))]).toEqual([
      "gone",
      "other's mailbox",
      "other's failing",
      "other's gone",
    ]);
    expect(await records.replace({ ...fields[0]!, recordId: mine.failing.id }, "x")).toBe(false);
    expect(await records.replace({ ...fields[0]!, userId: others.id }, "x")).toBe(false);
    expect(await records.replace(fields[0]!, fields[0]!.sealed)).toBe(true);
  });

  it("a feed is read behind a number, by its type, up to its end; what is gone of it is told", async () => {
    const feeds = mongoFeeds(connect);
    const database = await connect();
    const event = (sequence: number) => ({
      _id: new ObjectId(),
      userId: oid(mine.id),
      type: "send.sent" as const,
      sequence,
      at: new Date(),
      createdAt: new Date(),
      data: {},
    });
    await eventsOf(database).insertMany([4, 3, 5].map(event));
    await eventsOf(database).deleteOne({ _id: oid(mine.event) });
    await feedsOf(database).updateOne({ _id: oid(mine.id) }, { $set: { sequence: 5 } });
    const read = async (which: Parameters<typeof feeds.read>[1]) => {
      const { events, through, expired } = await feeds.read(mine.id, which);
      return [events.map(({ sequence }) => sequence).join(), through, expired];
    };

    expect(await read({ limit: 9 })).toEqual(["3,4,5", 5, false]);
    expect(await read({ limit: 2 })).toEqual(["3,4", 4, false]);
    expect(await read({ limit: 3 })).toEqual(["3,4,5", 5, false]);
    expect(await read({ limit: 9, after: 4 })).toEqual(["5", 5, false]);
    expect(await read({ limit: 9, after: 5 })).toEqual(["", 5, false]);
    expect(await read({ limit: 9, after: 9 })).toEqual(["", 9, false]);
    expect(await read({ limit: 9, after: 2 })).toEqual(["3,4,5", 5, false]);
    expect(await read({ limit: 9, after: 1 })).toEqual(["3,4,5", 5, true]);
    expect(await read({ limit: 9, type: "send.failed" })).toEqual(["", 5, false]);
    await eventsOf(database).deleteMany({ userId: oid(mine.id) });
    expect(await read({ limit: 9, after: 4 })).toEqual(["", 5, true]);
    expect(await read({ limit: 9, after: 5 })).toEqual(["", 5, false]);
    expect(await feeds.read("0".repeat(24), { limit: 9 })).toEqual({ events: [], through: 0, expired: false, more: false });
  });

  it("webhooks that wait too long are those that are on", async () => {
    expect(
      (await mongoWebhookDeliveries(connect, ring).forgotten(30_000))
        .map(({ id }) => names.get(id) ?? "")
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(["other's webhook", "webhook"]);
    expect(await mongoWebhookDeliveries(connect, ring).forgotten(240_000)).toEqual([]);
  });
});
