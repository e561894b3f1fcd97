import { describe, expect, it } from "vitest";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { patchMailbox, type PatchRequest } from "#shared/mailboxes/patch-mailbox.ts";
import { patchWithin } from "#shared/mailboxes/bound-requests.ts";
import { ids } from "#shared/platform/system.ts";
import { aFailure, mailboxPorts } from "#test/support/mailbox-ports.ts";
import { aMailbox } from "#test/support/mailbox.ts";

const email = "sales@example.com";
const patching = async (facts: Partial<Mailbox> = {}) => {
  const ports = mailboxPorts({ grants: { "rt.0": email, "rt.new": email, "rt.other": "other@example.com" } });
  const mailbox = aMailbox({ email, ...facts });
  await ports.mailboxes.insert(
    mailbox,
    mailbox.type === "smtp" ? { smtpPassword: "s", imapPassword: "i" } : { refreshToken: "rt.0", accessToken: "at.0" },
  );
  const patch = (request: Partial<PatchRequest>) =>
    patchMailbox(ports, mailbox.userId, mailbox.id, { smtp: {}, imap: {}, grant: {}, ...request });
  return { ports, mailbox, patch };
};

describe("changing a mailbox", () => {
  it("sets how often it is polled, which a later change of something else keeps", async () => {
    const { ports, patch } = await patching();

    await patch({ preferences: { syncIntervalMinutes: 30 } });
    expect(await patch({ displayName: "New" })).toMatchObject({ syncIntervalMinutes: 30 });
    expect(ports.servers.logins).toEqual([]);
  });

  it("sets name and limit without a connection", async () => {
    const { ports, patch } = await patching();

    expect(await patch({ displayName: "New", maxDailySends: 0 })).toMatchObject({ displayName: "New", maxDailySends: 0 });
    expect(ports.servers.logins).toEqual([]);
  });

  it("tests a new password at the stored host before it stores it", async () => {
    const { ports, mailbox, patch } = await patching();

    await patch({ smtp: { password: "new" } });

    expect(ports.servers.logins).toMatchObject([{ ...mailbox.smtp, credential: { password: "new" } }]);
    expect(await ports.mailboxes.secrets(mailbox)).toEqual({ smtpPassword: "new", imapPassword: "i" });
  });

  it("is judged anew when the mailbox was deleted while the login was tested: its stored settings are gone", async () => {
    const { ports, mailbox, patch } = await patching();
    const tests = { ...ports.connectionTests };
    ports.connectionTests.smtp = async (account) => (await ports.mailboxes.delete(mailbox.userId, mailbox.id), tests.smtp(account));

    await expect(patch({ smtp: { password: "new" } })).rejects.toMatchObject({ reason: "invalid", details: [{ field: "smtpHost" }] });

    expect(await ports.mailboxes.find(mailbox.userId, mailbox.id)).toMatchObject({ status: "disconnected", deletedAt: expect.any(Date) });
  });

  it("tests the stored password at a new port", async () => {
    const { ports, patch } = await patching();

    expect(await patch({ smtp: { port: 465 } })).toMatchObject({ smtp: { port: 465, secure: "tls" } });
    expect(ports.servers.logins).toMatchObject([{ port: 465, credential: { password: "s" } }]);
  });

  it("returns 400 for a new host without its password: the stored one goes nowhere else", async () => {
    const { ports, patch } = await patching();

    await expect(patch({ smtp: { host: "thief.example.net" }, imap: { host: "thief.example.net" } })).rejects.toMatchObject({
      reason: "invalid",
      details: [{ field: "smtpPassword" }, { field: "imapPassword" }],
    });
    expect(ports.servers.logins).toEqual([]);
  });

  it("returns 400 naming the field at fault and changes nothing when the login fails", async () => {
    const { ports, mailbox, patch } = await patching();
    ports.servers.smtp = () => aFailure();

    await expect(patch({ displayName: "New", smtp: { password: "wrong" } })).rejects.toMatchObject({
      details: [{ field: "smtpPassword" }],
    });
    expect(await ports.mailboxes.find(mailbox.userId, mailbox.id)).toEqual(mailbox);
    expect(await ports.mailboxes.secrets(mailbox)).toMatchObject({ smtpPassword: "s" });
  });

  it("heals the status with credentials that work, but only of the protocol that they are for", async () => {
    const one = await patching({ status: "disconnected", smtpFailures: 3 });
    const both = await patching({ status: "disconnected", smtpFailures: 3, imapFailures: 3 });

    expect(await one.patch({ smtp: { password: "new" } })).toMatchObject({ status: "active", smtpFailures: 0 });
    expect(await both.patch({ smtp: { password: "new" } })).toMatchObject({ status: "disconnected" });
    expect(await both.patch({ imap: { password: "new" } })).toMatchObject({ status: "active" });
  });

  it("returns 400 for fields of another type of mailbox, naming each", async () => {
    const smtp = await patching();
    const google = await patching({ type: "google" });

    await expect(smtp.patch({ grant: { refreshToken: "rt.new" } })).rejects.toMatchObject({ details: [{ field: "refreshToken" }] });
    await expect(google.patch({ smtp: { password: "x" }, imap: { host: "h" } })).rejects.toMatchObject({
      details: [{ field: "smtpPassword" }, { field: "imapHost" }],
    });
  });

  it("takes a new grant for the same address and erases the old tokens", async () => {
    const { ports, mailbox, patch } = await patching({ type: "google", status: "disconnected", smtpFailures: 3, imapFailures: 3 });

    expect(await patch({ grant: { refreshToken: "rt.new" } })).toMatchObject({ status: "active" });
    expect(await ports.mailboxes.grants.read(mailbox)).toMatchObject({ refreshToken: "rt.new", accessToken: "at.1", version: 2 });
  });

  it("returns 400 for a grant of another address", async () => {
    const { patch } = await patching({ type: "google" });

    await expect(patch({ grant: { refreshToken: "rt.other" } })).rejects.toMatchObject({ details: [{ field: "email" }] });
  });

  it.each([
    ["another tenant", "b"],
    ["none", ""],
  ])("changes nothing of a mailbox that moves to %s while a bound key's login is tried, and says 404", async (_to, tenant) => {
    const { ports, mailbox, patch } = await patching({ tenant: "a" });
    const { mailboxes } = ports;
    let moves = 0;
    const moving = {
      ...mailboxes,
      update: async (...args: Parameters<typeof mailboxes.update>) => {
        moves += 1;
        if (moves === 1) await mailboxes.update(mailbox.userId, mailbox.id, { tenant });
        return mailboxes.update(...args);
      },
    };
    const request = { smtp: { password: "stranger's" }, imap: {}, grant: {}, displayName: "Theirs" };
    const asked = patchMailbox({ ...ports, mailboxes: moving }, mailbox.userId, mailbox.id, patchWithin(request, { tenant: "a" }));

    await expect(asked).rejects.toMatchObject({ reason: "notFound" });
    expect(await ports.mailboxes.find(mailbox.userId, mailbox.id)).toMatchObject({ displayName: mailbox.displayName });
    expect(await ports.mailboxes.secrets(mailbox)).toMatchObject({ smtpPassword: "s" });
    // The account's own keys may change it wherever it is.
    expect(await patch(patchWithin({ ...request, smtp: {} }, undefined))).toMatchObject({ displayName: "Theirs" });
  });

  it("changes what moves and stays within the bounds, such as those of a key of some mailboxes", async () => {
    const { ports, mailbox } = await patching({ tenant: "a" });
    const { mailboxes } = ports;
    let moves = 0;
    const moving = {
      ...mailboxes,
      update: async (...args: Parameters<typeof mailboxes.update>) => {
        if ((moves += 1) === 1) await mailboxes.update(mailbox.userId, mailbox.id, { tenant: "b" });
        return mailboxes.update(...args);
      },
    };
    const request = patchWithin({ smtp: {}, imap: {}, grant: {}, displayName: "New" }, { mailboxIds: [mailbox.id] });

    const changed = await patchMailbox({ ...ports, mailboxes: moving }, mailbox.userId, mailbox.id, request);
    expect(changed).toMatchObject({ displayName: "New", tenant: "b" });
  });

  it("returns 404 for another account's", async () => {
    const { ports, mailbox } = await patching();

    const patch = patchMailbox(ports, ids.objectId(), mailbox.id, { displayName: "x", smtp: {}, imap: {}, grant: {} });

    await expect(patch).rejects.toMatchObject({ reason: "notFound" });
  });
});
