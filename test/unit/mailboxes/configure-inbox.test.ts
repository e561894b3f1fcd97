import { describe, expect, it } from "vitest";
import { configureInbox, type InboxRequest } from "#shared/mailboxes/configure-inbox.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { ids } from "#shared/platform/system.ts";
import { aFailure, mailboxPorts } from "#test/support/mailbox-ports.ts";
import { aMailbox } from "#test/support/mailbox.ts";

const email = "sales@example.com";
const credentials = { host: "imap.example.com", password: "i" };
const day = 24 * 3_600_000;
const daysAgo = (date: Date | undefined) => Math.round((Date.now() - (date?.getTime() ?? 0)) / day);

const withMailbox = async (facts: Partial<Mailbox> = {}, secrets: object = { smtpPassword: "s", imapPassword: "stored" }) => {
  const ports = mailboxPorts({ grants: { "rt.0": email } });
  const mailbox = aMailbox({ email, ...facts });
  await ports.mailboxes.insert(mailbox, secrets);
  const configure = (request: Partial<InboxRequest>) => configureInbox(ports, mailbox.userId, mailbox.id, { imap: {}, ...request });
  return { ports, mailbox, configure };
};
const withoutImap = async () => {
  const ports = mailboxPorts();
  const { imap: _, ...mailbox } = aMailbox({ email });
  await ports.mailboxes.insert(mailbox, { smtpPassword: "s" });
  const configure = (request: Partial<InboxRequest>) => configureInbox(ports, mailbox.userId, mailbox.id, { imap: {}, ...request });
  return { ports, mailbox, configure };
};

describe("configuring the inbox of an smtp mailbox", () => {
  it("tests and stores credentials and switches sync on with a 30-day backfill", async () => {
    const { ports, configure, mailbox } = await withoutImap();

    const configured = await configure({ imap: credentials });

    expect(configured).toMatchObject({
      inboxSyncEnabled: true,
      imap: { host: "imap.example.com", port: 993, username: mailbox.smtp.username },
    });
    expect(daysAgo(configured.inboxSyncFrom)).toBe(30);
    expect(daysAgo(configured.inboxEnabledAt)).toBe(0);
    expect(ports.servers.logins).toMatchObject([{ host: "imap.example.com", credential: { password: "i" } }]);
    expect(await ports.mailboxes.secrets(configured)).toEqual({ smtpPassword: "s", imapPassword: "i" });
  });

  it("returns 409 and stores nothing when the mailbox was deleted while the login was tested", async () => {
    const { ports, configure, mailbox } = await withMailbox();
    const tests = { ...ports.connectionTests };
    ports.connectionTests.imap = async (account) => (await ports.mailboxes.delete(mailbox.userId, mailbox.id), tests.imap(account));

    await expect(configure({ imap: credentials })).rejects.toMatchObject({ reason: "mailboxDisconnected" });

    expect(await ports.mailboxes.find(mailbox.userId, mailbox.id)).toMatchObject({ status: "disconnected", inboxSyncEnabled: false });
    expect(await ports.mailboxes.secrets(mailbox)).toEqual({});
  });

  it("switches sync on when only a date to pull from is given, and lets it be switched off without IMAP settings", async () => {
    const { configure } = await withMailbox({ inboxSyncEnabled: false });
    const syncFrom = new Date(Date.now() - 3 * day);

    expect(await configure({ syncFrom })).toMatchObject({ inboxSyncEnabled: true, inboxSyncFrom: syncFrom });
    expect(await (await withoutImap()).configure({ enabled: false })).toMatchObject({ inboxSyncEnabled: false });
  });

  it("stores credentials without switching sync on when enabled is false", async () => {
    const { ports, configure } = await withoutImap();

    const configured = await configure({ imap: credentials, enabled: false });

    expect(configured).toMatchObject({ inboxSyncEnabled: false, imap: { host: "imap.example.com" } });
    expect(ports.servers.logins).toHaveLength(1);
  });

  it.each([
    [{}, ["imapHost", "imapPassword"]],
    [{ enabled: true }, ["imapHost", "imapPassword"]],
    [{ syncFrom: new Date(0) }, ["imapHost", "imapPassword"]],
    [{ imap: { port: 143 } }, ["imapHost", "imapPassword"]],
    [{ imap: { host: "imap.example.com" } }, ["imapPassword"]],
    [{ imap: { password: "i" } }, ["imapHost"]],
  ])("returns 400 naming what is missing (%#)", async (request, fields) => {
    const { ports, configure } = await withoutImap();

    await expect(configure(request)).rejects.toMatchObject({ reason: "invalid", details: fields.map((field) => ({ field })) });
    expect(ports.servers.logins).toEqual([]);
  });

  it("returns 400 naming the field at fault when the test fails, and changes nothing", async () => {
    const { ports, mailbox, configure } = await withMailbox();
    ports.servers.imap = () => aFailure({ protocol: "IMAP", field: "imapPassword", message: "IMAP: refused" });

    await expect(configure({ imap: credentials })).rejects.toMatchObject({
      details: [{ field: "imapPassword", message: "IMAP: refused" }],
    });
    expect(await ports.mailboxes.find(mailbox.userId, mailbox.id)).toEqual(mailbox);
    expect(await ports.mailboxes.secrets(mailbox)).toMatchObject({ imapPassword: "stored" });
  });

  it("sends a stored password to no other host than its own", async () => {
    const { ports, configure } = await withMailbox();

    await expect(configure({ imap: { host: "thief.example.net" } })).rejects.toMatchObject({ details: [{ field: "imapPassword" }] });
    expect(ports.servers.logins).toEqual([]);
  });

  it("tests stored credentials when sync is switched on", async () => {
    const { ports, configure } = await withMailbox();

    expect(await configure({ enabled: true })).toMatchObject({ inboxSyncEnabled: true });
    expect(ports.servers.logins).toMatchObject([{ credential: { password: "stored" } }]);
  });

  it("switches sync off without a connection, and keeps the date", async () => {
    const inboxSyncFrom = new Date(Date.now() - 3 * day);
    const { ports, configure } = await withMailbox({ inboxSyncEnabled: true, inboxSyncFrom });

    expect(await configure({ enabled: false })).toMatchObject({ inboxSyncEnabled: false, inboxSyncFrom });
    expect(ports.servers.logins).toEqual([]);
  });

  it("restarts from the date that is given, and leaves sync as it is", async () => {
    const { configure } = await withMailbox({ inboxSyncEnabled: true, inboxSyncFrom: new Date(), inboxEnabledAt: new Date(0) });
    const syncFrom = new Date(Date.now() - 90 * day);

    expect(await configure({ syncFrom })).toMatchObject({ inboxSyncEnabled: true, inboxSyncFrom: syncFrom, inboxEnabledAt: new Date(0) });
  });

  it("goes by the date that is given when switching on, and by 30 days again at the next time", async () => {
    const { configure } = await withMailbox();

    expect(daysAgo((await configure({ enabled: true, syncFrom: new Date(Date.now() - 90 * day) })).inboxSyncFrom)).toBe(90);
    await configure({ enabled: false });
    expect(daysAgo((await configure({ enabled: true })).inboxSyncFrom)).toBe(30);
  });

  it("keeps the cursor when sync is on already", async () => {
    const inboxSyncFrom = new Date(Date.now() - 3 * day);
    const { configure } = await withMailbox({ inboxSyncEnabled: true, inboxSyncFrom });

    expect(await configure({ enabled: true, imap: credentials })).toMatchObject({ inboxSyncFrom });
  });

  it("heals a mailbox that IMAP had disconnected", async () => {
    const { configure } = await withMailbox({ status: "disconnected", imapFailures: 3, inboxLastError: "IMAP: refused" });

    expect(await configure({ imap: credentials })).toMatchObject({ status: "active", imapFailures: 0, inboxLastError: "" });
  });

  it("returns 404 for another account's", async () => {
    const { ports, mailbox } = await withMailbox();

    await expect(configureInbox(ports, ids.objectId(), mailbox.id, { imap: {} })).rejects.toMatchObject({ reason: "notFound" });
  });
});

describe("configuring the inbox of a google mailbox", () => {
  const google = () => withMailbox({ type: "google" }, { refreshToken: "rt.0" });

  it("needs no credentials: the grant covers IMAP", async () => {
    const { ports, configure } = await google();

    expect(await configure({ enabled: true })).toMatchObject({ inboxSyncEnabled: true });
    expect(ports.servers.logins).toMatchObject([{ credential: { accessToken: "at.1" } }]);
  });

  it("returns 400 for IMAP credentials, naming each", async () => {
    const { configure } = await google();

    await expect(configure({ imap: credentials })).rejects.toMatchObject({ details: [{ field: "imapHost" }, { field: "imapPassword" }] });
  });

  it("returns 409 that asks to reconnect when the grant does not let mail be read", async () => {
    const { ports, configure } = await google();
    ports.servers.imap = () => aFailure({ protocol: "IMAP", field: "refreshToken", message: "IMAP: refused" });

    await expect(configure({ enabled: true })).rejects.toMatchObject({ reason: "mailboxDisconnected", message: "Reconnect this mailbox" });
  });

  it("returns 400 naming enabled while the servers cannot be reached", async () => {
    const { ports, configure } = await google();
    ports.endpoint.down = true;

    await expect(configure({ enabled: true })).rejects.toMatchObject({ reason: "invalid", details: [{ field: "enabled" }] });
  });
});
