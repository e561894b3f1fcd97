import { expect, it } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { mongoFeeds } from "#shared/events/store/feeds.ts";
import { mongoEventOutbox } from "#shared/events/store/event-outbox.ts";
import { mongoSuppressions } from "#shared/suppressions/store/suppressions.ts";
import { ids } from "#shared/platform/system.ts";
import { inboxStore } from "#test/support/inbox-store.ts";
import { memorySuppressions } from "#test/support/memory/suppressions.ts";
import { describeOnMongo, describePort } from "#test/support/port-suite.ts";

const page = { limit: 50, offset: 0 };

describePort("suppressions", { memory: memorySuppressions, mongo: mongoSuppressions }, (suppressions) => {
  it("stand once an account, whatever the case of their letters, and keep their first reason and id", async () => {
    const [userId, other] = [ids.objectId(), ids.objectId()];

    const [jane, john] = await suppressions.add(userId, ["Jane@example.net", "john@example.net", "jane@example.net"]);
    const again = await suppressions.add(userId, ["JANE@example.net", "ann@example.net"]);

    expect(jane).toEqual({ id: jane?.id, userId, email: "jane@example.net", reason: "manual", createdAt: expect.any(Date) });
    expect(again.map(({ id }) => id)).toEqual([jane?.id, expect.not.stringMatching(john?.id ?? "")]);
    expect((await suppressions.list(userId, {}, page)).map(({ email }) => email).toSorted()).toEqual([
      "ann@example.net",
      "jane@example.net",
      "john@example.net",
    ]);
    expect(await suppressions.list(other, {}, page)).toEqual([]);
  });

  it("are found among many addresses, of their own account alone", async () => {
    const [userId, other] = [ids.objectId(), ids.objectId()];
    await suppressions.add(userId, ["b@example.net"]);
    await suppressions.add(other, ["c@example.net"]);
    const many = Array.from({ length: 1000 }, (_, i) => `n${i}@example.net`);

    expect(await suppressions.among(userId, [...many, "a@example.net", "B@example.net", "c@example.net"])).toEqual(
      new Map([["b@example.net", "manual"]]),
    );
    expect(await suppressions.among(userId, [])).toEqual(new Map());
  });

  it("of a domain are found for each address at it, not below it, beside addresses of their own", async () => {
    const userId = ids.objectId();
    await suppressions.add(userId, ["b.co", "own@c.co", "c.co"]);

    expect(await suppressions.among(userId, ["Ann@b.co", "bob@b.co", "ann@a.b.co", "ann@ab.co", "own@c.co"])).toEqual(
      new Map([
        ["ann@b.co", "manual"],
        ["bob@b.co", "manual"],
        ["own@c.co", "manual"],
      ]),
    );
    expect(await suppressions.remove(userId, "b.co")).toBe(true);
    expect(await suppressions.among(userId, ["ann@b.co"])).toEqual(new Map());
  });

  it("are listed newest first, in pages, by address and by reason", async () => {
    const userId = ids.objectId();
    for (const name of ["a", "b", "c"]) await suppressions.add(userId, [`${name}@example.net`]);
    const list = async (...[filter, limit = 50, offset = 0]: [filter: object, limit?: number, offset?: number]) =>
      (await suppressions.list(userId, filter, { limit, offset })).map(({ email }) => email[0]).join("");

    expect(await list({})).toBe("cba");
    expect(await list({}, 2)).toBe("cb");
    expect(await list({}, 2, 2)).toBe("a");
    expect(await list({ email: "B@example.net" })).toBe("b");
    expect(await list({ reason: "manual" })).toBe("cba");
    expect(await list({ reason: "bounced" })).toBe("");
  });

  it("are removed by id or address, by their own account alone", async () => {
    const userId = ids.objectId();
    const [first] = await suppressions.add(userId, ["a@example.net", "b@example.net", "c@example.net"]);

    expect(await suppressions.remove(ids.objectId(), first!.id)).toBe(false);
    expect(await suppressions.remove(ids.objectId(), "b@example.net")).toBe(false);
    expect(await suppressions.remove(userId, first!.id)).toBe(true);
    expect(await suppressions.remove(userId, "B@example.net")).toBe(true);
    expect(await suppressions.remove(userId, "b@example.net")).toBe(false);

    expect((await suppressions.list(userId, {}, page)).map(({ email }) => email)).toEqual(["c@example.net"]);
  });
});

describeOnMongo("suppressions", (connect) => {
  const suppressions = mongoSuppressions(connect);

  it("by unsubscribing are an event once, name the send, and outweigh every other reason", async () => {
    const store = inboxStore(connect);
    const { userId } = store;
    const [first, second] = [await store.sent({ toEmail: "Jane@peer.test" }), await store.sent({ toEmail: "kim@peer.test" })];
    await suppressions.add(userId, ["kim@peer.test"]);

    const unsubscribed = [];
    for (const { id } of [first, second, first, second]) unsubscribed.push(await suppressions.unsubscribe(id));
    await mongoEventOutbox(connect).publish("suppressions", unsubscribed as string[]);

    expect(unsubscribed.slice(0, 2)).toEqual(unsubscribed.slice(2));
    expect(await suppressions.unsubscribe(ids.objectId())).toBeUndefined();
    const rows = [
      { email: "jane@peer.test", reason: "unsubscribed", sendId: first.id, mailboxId: first.mailboxId },
      { email: "kim@peer.test", reason: "unsubscribed", sendId: second.id, mailboxId: second.mailboxId },
    ];
    expect((await suppressions.list(userId, {}, page)).toSorted((a, b) => a.email.localeCompare(b.email))).toMatchObject(rows);
    const { events } = await mongoFeeds(connect).read(userId, { limit: 10 });
    expect(events.map(({ type }) => type)).toEqual(["suppression.added", "suppression.added"]);
    expect(events.map(({ data }) => data).toSorted((a, b) => String(a["email"]).localeCompare(String(b["email"])))).toMatchObject(rows);
  });

  it.each(["bounced", "complained", "manual"] as const)(
    "of an address that was %s before become the recipient's own wish",
    async (reason) => {
      const store = inboxStore(connect);
      const send = await store.sent({ toEmail: "jane@peer.test" });
      const [row] = await suppressions.add(store.userId, ["jane@peer.test"]);
      const rows = (await connect()).collection("suppressions");
      await rows.updateOne({ _id: oid(row?.id ?? "") }, { $set: { reason } });

      expect(await suppressions.unsubscribe(send.id)).toBe(row?.id);

      expect(await suppressions.list(store.userId, {}, page)).toMatchObject([{ id: row?.id, reason: "unsubscribed", sendId: send.id }]);
    },
  );

  it("by unsubscribing are undone while they are young, and never what stood before", async () => {
    const store = inboxStore(connect);
    const { userId } = store;
    const [first, second] = [await store.sent({ toEmail: "Jane@peer.test" }), await store.sent({ toEmail: "kim@peer.test" })];
    await suppressions.add(userId, ["kim@peer.test"]);
    await new Promise((done) => setTimeout(done, 2));
    const since = new Date();
    await new Promise((done) => setTimeout(done, 2));
    for (const { id } of [first, second]) await suppressions.unsubscribe(id);

    expect(await suppressions.linked(first.id)).toMatchObject({
      sender: { email: expect.any(String) },
      recipient: "Jane@peer.test",
      unsubscribed: { sendId: first.id, createdAt: expect.any(Date) },
    });
    await suppressions.resubscribe(first.id, new Date(Date.now() + 60_000));
    expect(await suppressions.list(userId, {}, page)).toHaveLength(2);
    for (const { id } of [first, second]) await suppressions.resubscribe(id, since);

    expect((await suppressions.list(userId, {}, page)).map(({ email }) => email)).toEqual(["kim@peer.test"]);
    expect((await suppressions.linked(first.id))?.unsubscribed).toBeUndefined();
    expect(await suppressions.linked(ids.objectId())).toBeUndefined();
  });

  it("that an account makes are no events, and two that meet make one", async () => {
    const userId = ids.objectId();

    await Promise.all(Array.from({ length: 5 }, () => suppressions.add(userId, ["a@example.net", "b@example.net"])));

    expect(await suppressions.list(userId, {}, page)).toHaveLength(2);
    expect(await mongoFeeds(connect).read(userId, { limit: 10 })).toMatchObject({ events: [] });
  });
});
