import { describe, expect, it } from "vitest";
import { healthAfterSuccess } from "#shared/mailboxes/connection/test-logins.ts";
import { testMailbox } from "#shared/mailboxes/connection/connection-tests.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { ids } from "#shared/platform/system.ts";
import { aFailure, mailboxPorts } from "#test/support/mailbox-ports.ts";
import { aMailbox } from "#test/support/mailbox.ts";

const email = "sales@example.com";
const refusedImap = aFailure({ protocol: "IMAP", field: "imapPassword", message: "IMAP: refused" });
const outage = aFailure({ status: "error", field: "smtpHost", message: "SMTP: not reached" });

const connected = async (facts: Partial<Mailbox> = {}, grants: Record<string, string> = {}) => {
  const ports = mailboxPorts({ grants });
  const mailbox = aMailbox({ email, ...facts });
  const secrets = mailbox.type === "smtp" ? { smtpPassword: "s", imapPassword: "i" } : { refreshToken: "rt.0" };
  await ports.mailboxes.insert(mailbox, secrets);
  const test = () => testMailbox(ports, mailbox.userId, mailbox.id);
  const now = () => ports.mailboxes.find(mailbox.userId, mailbox.id);
  return { ports, mailbox, test, now };
};

describe("testing a mailbox", () => {
  it("logs in to SMTP and IMAP with the stored passwords", async () => {
    const { ports, test, now, mailbox } = await connected();

    await test();

    expect(ports.servers.logins.toSorted((a, b) => b.port - a.port).toReversed()).toMatchObject([
      { host: "smtp.example.com", credential: { password: "s" } },
      { host: "imap.example.com", credential: { password: "i" } },
    ]);
    expect(await now()).toEqual(mailbox);
  });

  it("tells for a deleted one, which has no credentials, that it must be connected again, and asks no server", async () => {
    const { ports, mailbox, test, now } = await connected();
    await ports.mailboxes.delete(mailbox.userId, mailbox.id);

    await expect(test()).rejects.toMatchObject({ reason: "connectionFailed", message: expect.stringMatching(/^SMTP: .*connect it again/) });

    expect(ports.servers.logins).toEqual([]);
    expect((await now())?.status).toBe("disconnected");
  });

  it("makes a failed mailbox active again", async () => {
    const { test, now } = await connected({ status: "disconnected", smtpFailures: 3, imapFailures: 3, inboxLastError: "IMAP: refused" });

    await test();

    expect(await now()).toMatchObject({ status: "active", smtpFailures: 0, imapFailures: 0, inboxLastError: "" });
  });

  it("returns 502 that names SMTP and disconnects at once when its password is refused", async () => {
    const { ports, test, now } = await connected();
    ports.servers.smtp = () => aFailure();

    await expect(test()).rejects.toMatchObject({ reason: "connectionFailed", message: "SMTP: refused" });
    expect(await now()).toMatchObject({ status: "disconnected" });
  });

  it("returns 502 that names IMAP when only IMAP fails", async () => {
    const { ports, test, now } = await connected({ status: "error", smtpFailures: 3 });
    ports.servers.imap = () => refusedImap;

    await expect(test()).rejects.toMatchObject({ reason: "connectionFailed", message: "IMAP: refused" });
    expect(await now()).toMatchObject({ status: "disconnected", inboxLastError: "IMAP: refused", smtpFailures: 0 });
  });

  it("says error for an outage, and lets a refusal of the other protocol weigh more", async () => {
    const { ports, test, now } = await connected();
    ports.servers.smtp = () => outage;

    await expect(test()).rejects.toMatchObject({ message: "SMTP: not reached" });
    expect(await now()).toMatchObject({ status: "error" });

    ports.servers.imap = () => refusedImap;
    await expect(test()).rejects.toMatchObject({ message: "SMTP: not reached; IMAP: refused" });
    expect(await now()).toMatchObject({ status: "disconnected" });
  });

  it("is over with the first success after an outage that it met, and not with one beside it", async () => {
    const { ports, test, now } = await connected({ statusSince: new Date(0) });
    ports.servers.smtp = () => outage;

    await expect(test()).rejects.toMatchObject({ message: "SMTP: not reached" });
    const failed = (await now())!;
    await expect(test()).rejects.toMatchObject({ message: "SMTP: not reached" });

    expect(failed.status).toBe("error");
    expect(await now()).toMatchObject({ status: "error", statusSince: failed.statusSince, smtpFailures: 2 });
    expect(healthAfterSuccess(failed, "IMAP", new Date())).toMatchObject({ status: "active" });
  });

  it("tests SMTP alone when there is no IMAP", async () => {
    const { imap: _, ...withoutImap } = aMailbox({ email });
    const ports = mailboxPorts();
    await ports.mailboxes.insert(withoutImap, { smtpPassword: "s" });

    await testMailbox(ports, withoutImap.userId, withoutImap.id);

    expect(ports.servers.logins).toHaveLength(1);
  });

  it("says nothing about credentials that were replaced while it ran", async () => {
    const { ports, mailbox, test, now } = await connected();
    const replace = () => ports.mailboxes.update(mailbox.userId, mailbox.id, {}, { smtpPassword: "new" });
    ports.servers.smtp = () => (void replace(), aFailure());

    await expect(test()).rejects.toMatchObject({ reason: "connectionFailed" });
    expect(await now()).toMatchObject({ status: "active" });
  });

  it("returns 404 for another account's", async () => {
    const { ports, mailbox } = await connected();

    await expect(testMailbox(ports, ids.objectId(), mailbox.id)).rejects.toMatchObject({ reason: "notFound" });
  });

  it("disconnects a google mailbox whose grant was withdrawn, without a login", async () => {
    const { ports, test, now } = await connected({ type: "google" });

    await expect(test()).rejects.toMatchObject({ reason: "connectionFailed", message: expect.stringContaining("reconnect this mailbox") });
    expect(await now()).toMatchObject({ status: "disconnected" });
    expect(ports.servers.logins).toEqual([]);
  });

  it("says error while the token endpoint is down", async () => {
    const { ports, test, now } = await connected({ type: "google" }, { "rt.0": email });
    ports.endpoint.down = true;

    await expect(test()).rejects.toMatchObject({ reason: "connectionFailed" });
    expect(await now()).toMatchObject({ status: "error" });
  });

  it("logs in once more with a fresh access token when the server refuses the first", async () => {
    const { ports, test, now } = await connected({ type: "google" }, { "rt.0": email });
    ports.servers.imap = ({ credential }) => ("accessToken" in credential && credential.accessToken === "at.1" ? refusedImap : undefined);

    await test();

    expect(await now()).toMatchObject({ status: "active" });
    expect(ports.endpoint.calls).toBe(2);
  });
});
