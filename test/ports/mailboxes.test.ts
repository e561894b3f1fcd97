import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { mongoGrants, mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { type Keyring } from "#shared/platform/credentials.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memoryMailboxes } from "#test/support/memory/mailboxes.ts";
import { describePort } from "#test/support/port-suite.ts";

const key = () => randomBytes(32).toString("base64");
const keyring: Keyring = { current: "k1", keys: { k1: key() } };
const ring = async () => keyring;
const expiry = new Date("2026-11-21T10:00:00Z");
const oauthSecrets = { refreshToken: "rt.1", accessToken: "at.1", accessTokenExpiresAt: expiry };

describePort("mailboxes", { memory: memoryMailboxes, mongo: (connect) => mongoSealedMailboxes(connect, ring) }, (mailboxes) => {
  it("finds what was inserted by id, by address in any case, in the list and for a job", async () => {
    const mailbox = aMailbox({ email: "Sales@example.com", ipId: ids.objectId() });
    await mailboxes.insert(mailbox, { smtpPassword: "s", imapPassword: undefined });

    expect(await mailboxes.find(mailbox.userId, mailbox.id)).toEqual(mailbox);
    expect(await mailboxes.findByEmail(mailbox.userId, "sales@example.com")).toEqual(mailbox);
    expect(await mailboxes.list(mailbox.userId)).toEqual([mailbox]);
    expect(await mailboxes.findMany(mailbox.userId, [mailbox.id, ids.objectId()])).toEqual([mailbox]);
    expect(await mailboxes.findForJob(mailbox.id)).toEqual(mailbox);
    expect(await mailboxes.secrets(mailbox)).toEqual({ smtpPassword: "s" });
  });

  it("connects a deleted one again that has no secrets, because its server knows our address", async () => {
    const mailbox = aMailbox({ smtp: { host: "mx.x.test", port: 25, secure: "starttls", username: "x@x.test", auth: "none" } });
    await mailboxes.insert(mailbox, {});
    await mailboxes.delete(mailbox.userId, mailbox.id);

    expect(await mailboxes.update(mailbox.userId, mailbox.id, { type: mailbox.type, status: "active" }, {})).toMatchObject({
      status: "active",
    });
    expect(await mailboxes.find(mailbox.userId, mailbox.id)).not.toHaveProperty("deletedAt");
    expect(await mailboxes.findForJob(mailbox.id)).toBeDefined();
  });

  it("finds, changes and deletes nothing of another account", async () => {
    const mailbox = aMailbox();
    const stranger = ids.objectId();
    await mailboxes.insert(mailbox, { smtpPassword: "s" });

    expect(await mailboxes.find(stranger, mailbox.id)).toBeUndefined();
    expect(await mailboxes.findByEmail(stranger, mailbox.email)).toBeUndefined();
    expect(await mailboxes.findMany(stranger, [mailbox.id])).toEqual([]);
    expect(await mailboxes.list(stranger)).toEqual([]);
    expect(await mailboxes.update(stranger, mailbox.id, { displayName: "x" }, { smtpPassword: "x" })).toBeUndefined();
    expect(await mailboxes.delete(stranger, mailbox.id)).toBe(false);
    expect(await mailboxes.secrets({ id: mailbox.id, userId: stranger })).toEqual({});
    expect(await mailboxes.find(mailbox.userId, mailbox.id)).toEqual(mailbox);
  });

  it("lists newest first, those of one moment by their ids", async () => {
    const userId = ids.objectId();
    const [first, second, third] = [aMailbox({ userId }), aMailbox({ userId }), aMailbox({ userId })];
    const young = aMailbox({ userId, createdAt: new Date("2025-11-21T09:00:01Z") });
    for (const mailbox of [young, second, third, first]) await mailboxes.insert(mailbox, {});

    expect((await mailboxes.list(userId)).map(({ id }) => id)).toEqual([young, third, second, first].map(({ id }) => id));
  });

  it("lists a tenant's alone, which may change and be none", async () => {
    const userId = ids.objectId();
    const [first, second, third] = [aMailbox({ userId, tenant: "acme" }), aMailbox({ userId, tenant: "acme" }), aMailbox({ userId })];
    for (const mailbox of [first, second, third, aMailbox({ userId, tenant: "Acme" }), aMailbox({ tenant: "acme" })])
      await mailboxes.insert(mailbox, {});
    const ofAcme = async () => (await mailboxes.list(userId, "acme")).map(({ id }) => id);
    expect(await ofAcme()).toEqual([second.id, first.id]);

    await mailboxes.update(userId, third.id, { tenant: "acme" });
    await mailboxes.update(userId, first.id, { tenant: "" });

    expect(await ofAcme()).toEqual([third.id, second.id]);
  });

  it("finds those whose DNS records were checked before a time, the oldest check first, and none that is deleted", async () => {
    const dns = (hour: number) =>
      ({ checkedAt: new Date(Date.UTC(1990, 0, 1, hour)), dkim: "verified", spf: "missing", dmarc: "error" }) as const;
    const [second, first, deleted] = [aMailbox({ dns: dns(2) }), aMailbox({ dns: dns(1) }), aMailbox({ dns: dns(0) })];
    for (const mailbox of [second, first, deleted, aMailbox({ dns: dns(4) }), aMailbox()]) await mailboxes.insert(mailbox, {});
    await mailboxes.delete(deleted.userId, deleted.id);

    expect(await mailboxes.dnsCheckedBefore(dns(4).checkedAt, 5)).toEqual([first, second]);
    expect(await mailboxes.dnsCheckedBefore(dns(4).checkedAt, 1)).toEqual([first]);
    expect((await mailboxes.find(deleted.userId, deleted.id))?.dns).toBeUndefined();
  });

  it("refuses a second mailbox with the address, unless it is another account's, also while the first is deleted", async () => {
    const mailbox = aMailbox({ email: "Sales@example.com" });
    await mailboxes.insert(mailbox, {});
    const again = aMailbox({ userId: mailbox.userId, email: "sales@example.com" });

    await expect(mailboxes.insert(again, {})).rejects.toMatchObject({ reason: "conflict" });
    await mailboxes.insert(aMailbox({ email: mailbox.email }), {});
    await mailboxes.delete(mailbox.userId, mailbox.id);
    await expect(mailboxes.insert(again, {})).rejects.toMatchObject({ reason: "conflict" });

    expect((await mailboxes.findByEmail(mailbox.userId, mailbox.email))?.id).toBe(mailbox.id);
  });

  it("lets one of two mailboxes with the same address in when both come at once", async () => {
    const userId = ids.objectId();
    const both = [aMailbox({ userId, email: "twin@example.com" }), aMailbox({ userId, email: "twin@example.com" })];

    const outcomes = await Promise.allSettled(both.map((mailbox) => mailboxes.insert(mailbox, {})));

    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it("changes settings and secrets, moves updatedAt, and erases what is named undefined", async () => {
    const mailbox = aMailbox();
    await mailboxes.insert(mailbox, { smtpPassword: "old", imapPassword: "kept", ...oauthSecrets });

    const changed = await mailboxes.update(
      mailbox.userId,
      mailbox.id,
      { displayName: "New", imap: undefined },
      { smtpPassword: "new", refreshToken: undefined, accessToken: undefined },
    );

    expect(changed).toMatchObject({ displayName: "New", email: mailbox.email });
    expect(changed?.imap).toBeUndefined();
    expect(changed?.updatedAt.getTime()).toBeGreaterThan(mailbox.updatedAt.getTime());
    expect(await mailboxes.find(mailbox.userId, mailbox.id)).toEqual(changed);
    expect(await mailboxes.secrets(mailbox)).toEqual({ smtpPassword: "new", imapPassword: "kept" });
  });

  it("notes what a job learnt, but not over what its user has changed since", async () => {
    const mailbox = aMailbox();
    await mailboxes.insert(mailbox, {});

    expect(await mailboxes.note(mailbox, { smtpFailures: 1 })).toBe(true);
    expect(await mailboxes.note(mailbox, {})).toBe(true);
    await mailboxes.update(mailbox.userId, mailbox.id, { displayName: "New" });
    expect(await mailboxes.note(mailbox, { status: "disconnected" })).toBe(false);

    expect(await mailboxes.find(mailbox.userId, mailbox.id)).toMatchObject({ smtpFailures: 1, status: "active", displayName: "New" });
  });

  it("changes nothing of a mailbox that was deleted or connected again since it was read", async () => {
    const mailbox = aMailbox();
    await mailboxes.insert(mailbox, { smtpPassword: "s" });
    const change = (read: Mailbox) => mailboxes.update(mailbox.userId, mailbox.id, { inboxSyncEnabled: true }, { smtpPassword: "t" }, read);
    await mailboxes.delete(mailbox.userId, mailbox.id);
    const deleted = (await mailboxes.find(mailbox.userId, mailbox.id))!;

    expect(await change(mailbox)).toBeUndefined();
    expect(await mailboxes.find(mailbox.userId, mailbox.id)).toEqual(deleted);
    expect(await change(deleted)).toMatchObject({ inboxSyncEnabled: true });
    expect(await change(deleted)).toBeUndefined();
  });

  it("changes nothing of a mailbox that has moved to another tenant since it was read, where its tenant counts", async () => {
    for (const was of [{ tenant: "a" }, {}]) {
      const mailbox = aMailbox(was);
      await mailboxes.insert(mailbox, {});
      const change = (read?: { whose: Pick<Mailbox, "tenant"> }) => mailboxes.update(mailbox.userId, mailbox.id, { tenant: "b" }, {}, read);
      await change();
      expect(await change({ whose: mailbox })).toBeUndefined();
      expect(await change({ whose: { tenant: "b" } })).toMatchObject({ tenant: "b" });
    }
  });

  it("keeps a deleted mailbox in the list, disconnected and without secrets, until it is connected again", async () => {
    const mailbox = aMailbox();
    await mailboxes.insert(mailbox, { smtpPassword: "s", ...oauthSecrets });

    expect(await mailboxes.delete(mailbox.userId, mailbox.id)).toBe(true);

    const gone = { id: mailbox.id, status: "disconnected", inboxSyncEnabled: false, deletedAt: expect.any(Date) };
    expect(await mailboxes.list(mailbox.userId)).toMatchObject([gone]);
    expect(await mailboxes.findForJob(mailbox.id)).toBeUndefined();
    expect(await mailboxes.secrets(mailbox)).toEqual({});
    expect(await mailboxes.delete(mailbox.userId, mailbox.id)).toBe(true);
    expect(await mailboxes.update(mailbox.userId, mailbox.id, { displayName: "Later" })).toMatchObject(gone);
    const back = await mailboxes.update(mailbox.userId, mailbox.id, { status: "active" }, { smtpPassword: "new" });
    expect([back?.status, back?.deletedAt, (await mailboxes.findForJob(mailbox.id))?.id]).toEqual(["active", undefined, mailbox.id]);
    expect(await mailboxes.secrets(mailbox)).toEqual({ smtpPassword: "new" });
  });
});

describePort(
  "grants",
  {
    memory: () => {
      const mailboxes = memoryMailboxes();
      return { mailboxes, grants: mailboxes.grants };
    },
    mongo: (connect) => ({ mailboxes: mongoSealedMailboxes(connect, ring), grants: mongoGrants(connect, ring) }),
  },
  ({ mailboxes, grants }) => {
    const aGrant = async () => {
      const mailbox = aMailbox({ type: "google" });
      await mailboxes.insert(mailbox, oauthSecrets);
      return mailbox;
    };

    it("reads the stored tokens, and nothing of a mailbox with passwords", async () => {
      const mailbox = await aGrant();
      const other = aMailbox();
      await mailboxes.insert(other, { smtpPassword: "s" });

      expect(await grants.read(mailbox)).toEqual({ ...oauthSecrets, version: 1 });
      expect(await grants.read(other)).toBeUndefined();
    });

    it("gives the lease to one of many at once, and to the next when it is released or has run out", async () => {
      const mailbox = await aGrant();

      const leases = await Promise.all(Array.from({ length: 8 }, () => grants.lease(mailbox, 60_000)));
      const [lease] = leases.filter((taken) => taken !== undefined);
      await grants.release(mailbox, "someone else's");
      const meanwhile = await grants.lease(mailbox, 60_000);
      await grants.release(mailbox, lease ?? "");
      const next = await grants.lease(mailbox, 1);
      await new Promise((done) => setTimeout(done, 20));

      expect(leases.filter((taken) => taken !== undefined)).toHaveLength(1);
      expect(meanwhile).toBeUndefined();
      expect(next).toBeDefined();
      expect(await grants.lease(mailbox, 60_000)).toBeDefined();
    });

    it("stores a rotated token once: whoever refreshed from the same grant later loses", async () => {
      const mailbox = await aGrant();

      expect(await grants.store(mailbox, 1, { refreshToken: "rt.2", accessToken: "at.2", accessTokenExpiresAt: expiry })).toBe(true);
      expect(await grants.store(mailbox, 1, { refreshToken: "rt.x", accessToken: "at.x", accessTokenExpiresAt: expiry })).toBe(false);

      expect(await grants.read(mailbox)).toMatchObject({ refreshToken: "rt.2", accessToken: "at.2", version: 2 });
    });

    it("stores an access token alone under the same version", async () => {
      const mailbox = await aGrant();

      expect(await grants.store(mailbox, 1, { accessToken: "at.2", accessTokenExpiresAt: expiry })).toBe(true);

      expect(await grants.read(mailbox)).toMatchObject({ refreshToken: "rt.1", accessToken: "at.2", version: 1 });
    });

    it("forgets a refused access token, but not the one that replaced it", async () => {
      const mailbox = await aGrant();

      await grants.forget(mailbox, "at.0");
      expect(await grants.read(mailbox)).toMatchObject({ accessToken: "at.1" });
      await grants.forget(mailbox, "at.1");
      expect(await grants.read(mailbox)).toEqual({ refreshToken: "rt.1", version: 1 });
    });
  },
);

describe("a mailbox id", () => {
  it("that is undefined reaches no database", async () => {
    const mailboxes = mongoSealedMailboxes(async () => ({ collection: () => ({}) }) as never, ring);

    await expect(mailboxes.find(undefined as never, ids.objectId())).rejects.toThrow("not an ObjectID");
    await expect(mailboxes.secrets({ id: ids.objectId() } as never)).rejects.toThrow("not an ObjectID");
  });
});
