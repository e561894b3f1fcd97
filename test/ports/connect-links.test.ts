import type { Document } from "mongodb";
import { beforeEach, describe, expect, it } from "vitest";
import { connectLinksOf, mongoConnectLinks, mongoMailboxesOfLink, mongoOpenLinks } from "#shared/connect/store.ts";
import { oid, pageOf } from "#shared/platform/mongo/documents.ts";
import { mongoEventOutbox } from "#shared/events/store/event-outbox.ts";
import { mongoFeeds } from "#shared/events/store/feeds.ts";
import { type ConnectLink, LinkClosed } from "#shared/connect/connect-link.ts";
import { ids } from "#shared/platform/system.ts";
import { ring } from "#test/support/account-world.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { stagesOf } from "#test/support/explain.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

const HOUR_MS = 3_600_000;

describeOnMongo("connect links", (connect) => {
  it("of a tenant are listed newest first from an index, in every state", async () => {
    const rows = connectLinksOf(await connect());
    for (const [n, tenant] of ["a", "b", "a", undefined].entries())
      await make({ createdAt: new Date(n), ...(tenant !== undefined && { tenant }) });
    const page = { limit: 10, offset: 0 };

    expect((await links.list(userId, { tenants: ["a"] }, page)).map(({ createdAt }) => createdAt.getTime())).toEqual([2, 0]);
    expect(await links.list(userId, { tenants: [] }, page)).toEqual([]);
    expect(await links.list(userId, { tenants: ["a"], status: "completed" }, page)).toEqual([]);
    const listed = pageOf(rows, { userId: oid(userId), tenant: { $in: ["a"] } }, "createdAt", page);
    const { queryPlanner } = (await listed.explain("queryPlanner")) as { queryPlanner: Document };
    const stages = stagesOf(queryPlanner["winningPlan"] as Document);
    expect(stages).toContain("IXSCAN");
    expect(stages).not.toContain("SORT");
  });

  const links = mongoConnectLinks(connect);
  const open = mongoOpenLinks(connect);
  const mailboxesOfLink = mongoMailboxesOfLink(connect, ring);
  const outbox = mongoEventOutbox(connect);
  let userId: string;
  let link: ConnectLink;

  const make = async (facts: Partial<ConnectLink> = {}): Promise<ConnectLink> => {
    const now = new Date();
    const made: ConnectLink = {
      id: ids.objectId(),
      userId,
      status: "open",
      redirectUri: "https://a.example/",
      state: "s",
      failures: 0,
      createdAt: now,
      expiresAt: new Date(now.getTime() + HOUR_MS),
      ...facts,
    };
    await links.insert(made, ids.random(32));
    return made;
  };
  beforeEach(async () => {
    userId = ids.objectId();
    link = await make();
  });
  const mailbox = (email = "jane@example.com") => aMailbox({ id: ids.objectId(), userId, email });
  const typesAfter = async (source: "mailboxes" | "connectLinks", id: string) => {
    await outbox.publish(source, [id]);
    return (await mongoFeeds(connect).read(userId, { limit: 50 })).events.map(({ type }) => type);
  };

  describe("and the mailbox", () => {
    it("are written together: the mailbox is there, the link is completed, and both have their event", async () => {
      const made = mailbox();

      await mailboxesOfLink(link, "browser").insert(made, { smtpPassword: "s" });

      expect(await links.find(userId, link.id)).toMatchObject({
        status: "completed",
        mailboxId: made.id,
        email: made.email,
        completedAt: expect.any(Date),
      });
      expect(await mailboxesOfLink(link, "browser").find(userId, made.id)).toMatchObject({ email: made.email });
      expect(await typesAfter("mailboxes", made.id)).toEqual(["mailbox.connected"]);
      expect(await typesAfter("connectLinks", link.id)).toEqual(["mailbox.connected", "connect_link.completed"]);
    });

    it("are neither written when the address is connected already", async () => {
      await mailboxesOfLink(await make(), "browser").insert(mailbox(), {});

      await expect(mailboxesOfLink(link, "browser").insert(mailbox(), {})).rejects.toMatchObject({ reason: "conflict" });

      expect(await links.find(userId, link.id)).toMatchObject({ status: "open" });
    });

    it("are neither written when the mailbox that is to be connected again is gone", async () => {
      expect(
        await mailboxesOfLink(link, "browser").update(userId, ids.objectId(), { status: "active" }, { smtpPassword: "s" }),
      ).toBeUndefined();

      expect(await links.find(userId, link.id)).toMatchObject({ status: "open" });
    });

    it.each([
      ["has moved to another tenant", "b", { tenant: "a" }],
      ["has moved out of its tenant", undefined, { tenant: "a" }],
      ["has moved into a tenant", "b", {}],
    ])("are neither written when the mailbox that is to be connected again %s since it was read", async (_, tenant, whose) => {
      const made = { ...mailbox(), ...(tenant !== undefined && { tenant }) };
      const other = await make();
      await mailboxesOfLink(other, "browser").insert(made, { smtpPassword: "old" });
      const again = () => mailboxesOfLink(link, "browser").update(userId, made.id, { status: "active" }, { smtpPassword: "s" }, { whose });

      expect(await again()).toBeUndefined();
      expect(await links.find(userId, link.id)).toMatchObject({ status: "open" });
      expect(await mailboxesOfLink(link, "x").secrets(made)).toEqual({ smtpPassword: "old" });
    });

    it.each([
      ["completed", { status: "completed" as const }],
      ["expired", { expiresAt: new Date(Date.now() - 1) }],
    ])("are neither written when the link is %s", async (_state, facts) => {
      const closed = await make(facts);
      const made = mailbox();

      await expect(mailboxesOfLink(closed, "browser").insert(made, {})).rejects.toThrow(LinkClosed);

      expect(await mailboxesOfLink(closed, "browser").find(userId, made.id)).toBeUndefined();
    });

    it("have one winner of ten at once", async () => {
      const tries = Array.from({ length: 10 }, (_, n) => mailbox(`jane${n}@example.com`));

      const done = await Promise.allSettled(tries.map((one, n) => mailboxesOfLink(link, `browser ${n}`).insert(one, {})));

      expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(await mailboxesOfLink(link, "x").list(userId)).toHaveLength(1);
    });

    it("are both undone by a worker's death before the commit", async () => {
      const made = mailbox();
      const database = await connect();
      const dying = mongoMailboxesOfLink(
        async () => ({
          ...database,
          transaction: (work) =>
            database.transaction(async (session) => {
              await work(session);
              throw new Error("killed");
            }),
        }),
        ring,
      );

      await expect(dying(link, "browser").insert(made, {})).rejects.toThrow("killed");

      expect(await links.find(userId, link.id)).toMatchObject({ status: "open" });
      expect(await mailboxesOfLink(link, "browser").find(userId, made.id)).toBeUndefined();
      await mailboxesOfLink(link, "browser").insert(made, {});
      expect(await links.find(userId, link.id)).toMatchObject({ status: "completed" });
    });
  });

  describe("of a consent", () => {
    const consent = { provider: "google" as const, state: "a".repeat(64), verifier: "v" };

    it("give the verifier to the browser that began it, once", async () => {
      await open.beginConsents(link, "mine", [consent], HOUR_MS);

      expect(await open.takeConsent(link.id, "other", consent)).toBeUndefined();
      expect(await open.takeConsent(link.id, "mine", { ...consent, state: "b".repeat(64) })).toBeUndefined();
      expect(await open.takeConsent(link.id, "mine", consent)).toMatchObject({ verifier: "v", link: { id: link.id } });
      expect(await open.takeConsent(link.id, "mine", consent)).toBeUndefined();
    });

    it("give nothing to another provider's answer, and end together", async () => {
      const outlook = { provider: "outlook" as const, state: "c".repeat(64), verifier: "w" };
      await open.beginConsents(link, "mine", [consent, outlook], HOUR_MS);

      expect(await open.takeConsent(link.id, "mine", { ...consent, provider: "outlook" })).toBeUndefined();
      expect(await open.takeConsent(link.id, "mine", { ...outlook, provider: "google" })).toBeUndefined();
      expect(await open.takeConsent(link.id, "mine", outlook)).toMatchObject({ verifier: "w" });
      expect(await open.takeConsent(link.id, "mine", consent)).toBeUndefined();
    });

    it("give nothing after its time, nor after a newer one, and begin none once they are completed", async () => {
      await open.beginConsents(link, "mine", [consent], -1);
      expect(await open.takeConsent(link.id, "mine", consent)).toBeUndefined();
      await open.beginConsents(link, "mine", [consent], HOUR_MS);
      await open.beginConsents(link, "mine", [{ ...consent, state: "b".repeat(64) }], HOUR_MS);
      expect(await open.takeConsent(link.id, "mine", consent)).toBeUndefined();

      await mailboxesOfLink(link, "mine").insert(mailbox(), {});
      await open.beginConsents(link, "mine", [consent], HOUR_MS);

      expect(await connectLinksOf(await connect()).findOne({ _id: oid(link.id) })).not.toHaveProperty("consent");
    });
  });

  it("count failures, each with its event, until they are completed", async () => {
    await open.fail(link, "$refused");
    await open.fail(link, "again");
    expect(await links.find(userId, link.id)).toMatchObject({ failures: 2, lastError: "again", status: "open" });
    await mailboxesOfLink(link, "mine").insert(mailbox(), {});
    await open.fail(link, "late");

    expect((await links.find(userId, link.id))?.failures).toBe(2);
    expect(await typesAfter("connectLinks", link.id)).toEqual(["connect_link.failed", "connect_link.failed", "connect_link.completed"]);
  });

  it.each([
    ["completed", async () => mailboxesOfLink(link, "mine").insert(mailbox(), {}), "connect_link.completed"],
    ["failed", async () => open.fail(link, "refused"), "connect_link.failed"],
  ])("that are deleted before their event is published lose none: %s", async (_what, happens, type) => {
    await happens();

    expect(await links.delete(userId, link.id)).toBe(true);

    expect((await mongoFeeds(connect).read(userId, { limit: 50 })).events.map((event) => [event.type, event.data])).toContainEqual([
      type,
      expect.objectContaining({ state: "s" }),
    ]);
    expect(await links.find(userId, link.id)).toBeUndefined();
  });

  it("keep what a browser's page shows next, until its time, and no longer than they are open", async () => {
    const token = ids.random(32);
    const made = { ...link, id: ids.objectId() };
    await links.insert(made, token);
    const step = { email: "$a@example.com", ways: {} as never, fields: { imap_host: "$x" }, problems: [], confirmed: false };

    await open.keepStep(made, "mine", step, HOUR_MS);

    expect((await open.findByToken(token))?.step).toMatchObject({ ...step, browser: "mine", until: expect.any(Date) });
    expect(await links.find(userId, made.id)).not.toHaveProperty("step");
    await mailboxesOfLink(made, "mine").insert(mailbox(), {});
    await open.keepStep(made, "mine", step, HOUR_MS);
    expect(await open.findByToken(token)).not.toHaveProperty("step");
  });

  it("are an account's own", async () => {
    const other = ids.objectId();

    expect(await links.find(other, link.id)).toBeUndefined();
    expect(await links.list(other, {}, { limit: 50, offset: 0 })).toEqual([]);
    expect(await links.delete(other, link.id)).toBe(false);
    expect(await links.delete(userId, link.id)).toBe(true);
  });
});
