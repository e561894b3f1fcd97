import { describe, expect, it } from "vitest";
import { connectMailbox, type ConnectRequest } from "#shared/mailboxes/connect-mailbox.ts";
import { ids } from "#shared/platform/system.ts";
import { aFailure, mailboxPorts } from "#test/support/mailbox-ports.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memoryEgressProxies } from "#test/support/memory/mailboxes.ts";

const userId = ids.objectId();
const email = "sales@example.com";
type SmtpRequest = Extract<ConnectRequest, { type: "smtp" }>;
const smtp = (facts: Partial<SmtpRequest> = {}): SmtpRequest => ({
  type: "smtp",
  email,
  smtp: { host: "smtp.example.com", password: "s" },
  imap: {},
  ...facts,
});
const google = (facts: object = {}): ConnectRequest => ({ type: "google", grant: { refreshToken: "rt.0" }, ...facts });
const details = (field: string) => ({ reason: "invalid", details: [expect.objectContaining({ field })] });
const day = 24 * 3_600_000;

describe("connecting an smtp mailbox", () => {
  it("stores it active with the defaults: port 587, STARTTLS, the address as user name, 500 a day, no sync", async () => {
    const ports = mailboxPorts();

    const mailbox = await connectMailbox(ports, userId, smtp());

    expect(mailbox).toMatchObject({
      type: "smtp",
      email,
      status: "active",
      maxDailySends: 500,
      displayName: "",
      inboxSyncEnabled: false,
      smtp: { host: "smtp.example.com", port: 587, secure: "starttls", username: email },
    });
    expect(mailbox.imap).toBeUndefined();
    expect(await ports.mailboxes.find(userId, mailbox.id)).toEqual(mailbox);
    expect(await ports.mailboxes.secrets(mailbox)).toEqual({ smtpPassword: "s" });
    expect(ports.servers.logins).toHaveLength(1);
  });

  it("needs no password where the server takes mail without a login, and one again elsewhere", async () => {
    const ports = mailboxPorts();
    const mailbox = await connectMailbox(ports, userId, smtp({ smtp: { host: "smtp.example.com", auth: "none" } }));

    expect(mailbox.smtp).toMatchObject({ host: "smtp.example.com", auth: "none" });
    expect(await ports.mailboxes.secrets(mailbox)).toEqual({ smtpPassword: "" });
    expect(ports.servers.logins).toMatchObject([{ auth: "none" }]);
    const without = connectMailbox(ports, userId, smtp({ email: "b@example.com", smtp: { host: "smtp.example.com" } }));
    await expect(without).rejects.toMatchObject({ details: [{ field: "smtpPassword", message: "is required" }] });
    const login = await connectMailbox(
      ports,
      userId,
      smtp({ email: "c@example.com", smtp: { host: "h.example.com", password: "s", auth: "login" } }),
    );
    expect(login.smtp).not.toHaveProperty("auth");
  });

  it("speaks TLS at port 465 unless told otherwise", async () => {
    const ports = mailboxPorts();
    const at465 = { host: "smtp.example.com", password: "s", port: 465 };

    const implicit = await connectMailbox(ports, userId, smtp({ smtp: at465 }));
    const told = await connectMailbox(ports, userId, smtp({ email: "b@example.com", smtp: { ...at465, secure: "starttls" } }));

    expect(implicit.smtp.secure).toBe("tls");
    expect(told.smtp.secure).toBe("starttls");
  });

  it("pulls back 30 days when IMAP is given, with the SMTP user name at port 993", async () => {
    const ports = mailboxPorts();
    const request = smtp({
      smtp: { host: "smtp.example.com", password: "s", username: "u" },
      imap: { host: "imap.example.com", password: "i" },
    });

    const mailbox = await connectMailbox(ports, userId, request);

    expect(mailbox.imap).toEqual({ host: "imap.example.com", port: 993, username: "u" });
    expect(mailbox.inboxSyncEnabled).toBe(true);
    expect(Date.now() - (mailbox.inboxSyncFrom?.getTime() ?? 0)).toBeCloseTo(30 * day, -4);
    expect(ports.servers.logins.map(({ host }) => host)).toEqual(["smtp.example.com", "imap.example.com"]);
    expect(await ports.mailboxes.secrets(mailbox)).toEqual({ smtpPassword: "s", imapPassword: "i" });
  });

  it("leaves sync off when told so", async () => {
    const mailbox = await connectMailbox(
      mailboxPorts(),
      userId,
      smtp({ imap: { host: "imap.example.com", password: "i" }, inboxSyncEnabled: false }),
    );

    expect(mailbox.inboxSyncEnabled).toBe(false);
    expect(mailbox.inboxSyncFrom).toBeUndefined();
  });

  it.each([
    [smtp({ imap: { host: "imap.example.com" } }), "imapPassword"],
    [smtp({ imap: { password: "i" } }), "imapHost"],
    [smtp({ smtp: { host: "127.1", password: "s" } }), "smtpHost"],
    [smtp({ smtp: { host: "smtp.example.com" } }), "smtpPassword"],
  ])("returns 400 for half of the settings, naming the other half (%#)", async (request, field) => {
    const ports = mailboxPorts();

    await expect(connectMailbox(ports, userId, request)).rejects.toMatchObject(details(field));
    expect(ports.servers.logins).toEqual([]);
  });

  it("returns 400 for sync without IMAP settings, naming both fields", async () => {
    const connecting = connectMailbox(mailboxPorts(), userId, smtp({ inboxSyncEnabled: true }));

    await expect(connecting).rejects.toMatchObject({ details: [{ field: "imapHost" }, { field: "imapPassword" }] });
  });

  it("returns 400 naming every login that failed, and stores nothing", async () => {
    const ports = mailboxPorts();
    ports.servers.smtp = () => aFailure();
    ports.servers.imap = () => aFailure({ protocol: "IMAP", field: "imapHost", message: "IMAP: not reached", status: "error" });

    const connecting = connectMailbox(ports, userId, smtp({ imap: { host: "imap.example.com", password: "i" } }));

    await expect(connecting).rejects.toMatchObject({
      reason: "invalid",
      details: [
        { field: "smtpPassword", message: "SMTP: refused" },
        { field: "imapHost", message: "IMAP: not reached" },
      ],
    });
    expect(await ports.mailboxes.list(userId)).toEqual([]);
  });

  it("goes through the dedicated address that is named, else the account's default", async () => {
    const [named, byDefault] = [
      { protocol: "socks5" as const, host: "named", port: 1080 },
      { protocol: "http" as const, host: "default", port: 3128 },
    ];
    const ports = mailboxPorts({ egressProxies: memoryEgressProxies({ ip1: named, ip2: byDefault }, "ip2") });

    const mailbox = await connectMailbox(ports, userId, smtp({ ipId: "ip1" }));
    await connectMailbox(ports, userId, smtp({ email: "b@example.com" }));

    expect(mailbox.ipId).toBe("ip1");
    expect(ports.servers.logins.map((login) => ("proxy" in login ? login.proxy : undefined))).toEqual([named, byDefault]);
  });

  it("returns 404 for an address that the account does not have", async () => {
    const connecting = connectMailbox(mailboxPorts(), userId, smtp({ ipId: ids.objectId() }));

    await expect(connecting).rejects.toMatchObject({ reason: "notFound" });
  });
});

describe("connecting an address again", () => {
  it.each(["active", "error"] as const)("returns 409 that names the mailbox while it is %s, without a connection", async (status) => {
    const ports = mailboxPorts();
    const mailbox = aMailbox({ userId, email, status });
    await ports.mailboxes.insert(mailbox, {});

    await expect(connectMailbox(ports, userId, smtp({ email: "SALES@example.com" }))).rejects.toMatchObject({
      reason: "conflict",
      details: `the mailbox ${mailbox.id} with the address ${email} is connected and ${status}`,
    });
    expect(ports.servers.logins).toEqual([]);
  });

  it("reconnects a disconnected one in place: same id, new settings, counters at zero, its name and limit kept", async () => {
    const ports = mailboxPorts();
    const before = aMailbox({ userId, email, status: "disconnected", smtpFailures: 3, maxDailySends: 7, displayName: "Old" });
    await ports.mailboxes.insert(before, { smtpPassword: "old", imapPassword: "i" });

    const mailbox = await connectMailbox(ports, userId, smtp());

    expect(mailbox).toMatchObject({ id: before.id, status: "active", smtpFailures: 0, maxDailySends: 7, displayName: "Old" });
    expect(await ports.mailboxes.list(userId)).toHaveLength(1);
    expect(await ports.mailboxes.secrets(mailbox)).toEqual({ smtpPassword: "s", imapPassword: "i" });
    expect(ports.servers.logins.map(({ host }) => host)).toEqual(["smtp.example.com", "imap.example.com"]);
  });

  it("makes none anew by a link for a mailbox that is gone, or has another address by now", async () => {
    const ports = mailboxPorts();
    const other = aMailbox({ userId, email: "renamed@example.com", status: "disconnected" });
    await ports.mailboxes.insert(other, {});
    for (const mailboxId of [ids.objectId(), other.id])
      await expect(connectMailbox(ports, userId, smtp({ ofLink: { mailboxId } }))).rejects.toMatchObject({
        details: [{ field: "email", message: "is not the address of the mailbox that is to be connected again" }],
      });

    expect(await ports.mailboxes.list(userId)).toEqual([other]);
  });

  it.each([
    ["a link's", (id: string) => ({ ofLink: { mailboxId: id, tenant: "a" } })],
    ["a bound key's", () => ({ within: { tenant: "a" } })],
  ])("leaves one as it is that moved to another tenant during %s login", async (_, asks) => {
    const ports = mailboxPorts();
    const before = aMailbox({ userId, email, status: "disconnected", tenant: "a" });
    await ports.mailboxes.insert(before, { smtpPassword: "old", imapPassword: "i" });
    ports.connectionTests.smtp = async () => void (await ports.mailboxes.update(userId, before.id, { tenant: "b" }));

    await expect(connectMailbox(ports, userId, smtp(asks(before.id)))).rejects.toMatchObject({ reason: "conflict" });

    expect(await ports.mailboxes.find(userId, before.id)).toMatchObject({ tenant: "b", status: "disconnected" });
    expect(await ports.mailboxes.secrets(before)).toMatchObject({ smtpPassword: "old" });
    expect(await ports.mailboxes.list(userId)).toHaveLength(1);
  });

  it("leaves a disconnected one as it is when the new login fails too", async () => {
    const ports = mailboxPorts();
    const before = aMailbox({ userId, email, status: "disconnected" });
    await ports.mailboxes.insert(before, { smtpPassword: "old", imapPassword: "i" });
    ports.servers.smtp = () => aFailure();

    await expect(connectMailbox(ports, userId, smtp())).rejects.toMatchObject(details("smtpPassword"));
    expect(await ports.mailboxes.find(userId, before.id)).toEqual(before);
  });

  it("keeps no password when the address comes back by OAuth", async () => {
    const ports = mailboxPorts({ grants: { "rt.0": email } });
    const before = aMailbox({ userId, email, status: "disconnected" });
    await ports.mailboxes.insert(before, { smtpPassword: "old", imapPassword: "i" });

    const mailbox = await connectMailbox(ports, userId, google());

    expect(mailbox).toMatchObject({ id: before.id, type: "google", imap: { host: "imap.gmail.com" } });
    expect(Object.keys(await ports.mailboxes.secrets(mailbox)).toSorted()).toEqual([
      "accessToken",
      "accessTokenExpiresAt",
      "accessTokenFor",
      "refreshToken",
    ]);
  });

  it("connects a deleted one again, under the same id", async () => {
    const ports = mailboxPorts();
    const first = await connectMailbox(ports, userId, smtp());
    await ports.mailboxes.delete(userId, first.id);

    const second = await connectMailbox(ports, userId, smtp());

    expect([second.id, second.status, second.deletedAt]).toEqual([first.id, "active", undefined]);
  });
});

describe("connecting a google mailbox", () => {
  it("takes address, servers and tokens from the grant, and tests SMTP and IMAP by XOAUTH2", async () => {
    const ports = mailboxPorts({ grants: { "rt.0": email } });

    const mailbox = await connectMailbox(ports, userId, google());

    expect(mailbox).toMatchObject({
      type: "google",
      email,
      inboxSyncEnabled: true,
      smtp: { host: "smtp.gmail.com", port: 465, secure: "tls" },
    });
    expect(ports.servers.logins.map(({ credential }) => credential)).toEqual([{ accessToken: "at.1" }, { accessToken: "at.1" }]);
    expect(await ports.mailboxes.grants.read(mailbox)).toMatchObject({ refreshToken: "rt.0", accessToken: "at.1" });
  });

  it("redeems a code", async () => {
    const ports = mailboxPorts();

    const mailbox = await connectMailbox(
      ports,
      userId,
      google({ grant: { code: `code:${email}`, redirectUri: "https://app.example/cb" } }),
    );

    expect(mailbox.email).toBe(email);
    expect(await ports.mailboxes.secrets(mailbox)).toMatchObject({ refreshToken: `rt:code:${email}` });
  });

  it("stores the refresh token that a rotating provider answered, not the one that was given", async () => {
    const ports = mailboxPorts({ grants: { "rt.0": email } });
    ports.endpoint.rotate = true;

    const mailbox = await connectMailbox(ports, userId, google());

    expect(await ports.mailboxes.secrets(mailbox)).toMatchObject({ refreshToken: "rt.1" });
  });

  it.each([
    ["refreshToken", "a refused refresh token", google({ grant: { refreshToken: "unknown" } })],
    ["code", "a refused code", google({ grant: { code: "nonsense", redirectUri: "https://app.example/cb" } })],
    ["email", "a grant for another address", google({ email: "other@example.com" })],
    ["code", "neither code nor refresh token", google({ grant: {} })],
    ["type", "a provider without a client", { ...google(), type: "outlook" } as ConnectRequest],
  ])("returns 400 naming %s for %s", async (field, _what, request) => {
    const ports = mailboxPorts({ grants: { "rt.0": email } });

    await expect(connectMailbox(ports, userId, request)).rejects.toMatchObject(details(field));
    expect(await ports.mailboxes.list(userId)).toEqual([]);
  });

  it("returns 400 that asks to reconnect when mail was not granted", async () => {
    const ports = mailboxPorts({ grants: { "rt.0": email } });
    ports.endpoint.scope = "openid email profile https://www.googleapis.com/auth/contacts";

    await expect(connectMailbox(ports, userId, google())).rejects.toMatchObject({
      details: [{ field: "refreshToken", message: expect.stringContaining("reconnect this mailbox") }],
    });
  });

  it("returns 400 naming the code when a login fails that the code was given for", async () => {
    const ports = mailboxPorts();
    ports.servers.imap = () => aFailure({ protocol: "IMAP", field: "refreshToken", message: "IMAP: refused" });

    const connecting = connectMailbox(ports, userId, google({ grant: { code: `code:${email}`, redirectUri: "https://app.example/cb" } }));

    await expect(connecting).rejects.toMatchObject(details("code"));
  });

  it("returns 400 for the address when the provider does not say whose grant it is, and takes it from the request otherwise", async () => {
    const ports = mailboxPorts({ grants: { "rt.0": email } });
    ports.endpoint.idToken = false;

    await expect(connectMailbox(ports, userId, google())).rejects.toMatchObject(details("email"));
    expect((await connectMailbox(ports, userId, google({ email }))).email).toBe(email);
  });
});
