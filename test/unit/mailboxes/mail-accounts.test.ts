import { describe, expect, it } from "vitest";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { MailboxSecrets } from "#shared/mailboxes/ports.ts";
import { mailboxPorts } from "#test/support/mailbox-ports.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memoryEgressProxies } from "#test/support/memory/mailboxes.ts";

const minutes = (count: number) => new Date(Date.now() + count * 60_000);
const aGoogle = async (secrets: MailboxSecrets = {}, facts: Partial<Mailbox> = {}) => {
  const grants: Record<string, string> = { "rt.0": "sales@example.com" };
  const ports = mailboxPorts({ grants });
  const mailbox = aMailbox({ type: "google", email: "sales@example.com", ...facts });
  await ports.mailboxes.insert(mailbox, { refreshToken: "rt.0", ...secrets });
  const token = async () => {
    const { credential } = await ports.mailAccounts.smtp(mailbox);
    return "accessToken" in credential ? credential.accessToken : "";
  };
  return { ...ports, mailbox, token, known: grants };
};

describe("the account of a mailbox with passwords", () => {
  it("has the stored settings and passwords, and no IMAP where there are no settings", async () => {
    const { mailboxes, mailAccounts } = mailboxPorts();
    const mailbox = aMailbox();
    const { imap: _, ...withoutImap } = aMailbox();
    await mailboxes.insert(mailbox, { smtpPassword: "s", imapPassword: "i" });
    await mailboxes.insert(withoutImap, { smtpPassword: "s" });

    expect(await mailAccounts.smtp(mailbox)).toEqual({ ...mailbox.smtp, domain: "example.com", credential: { password: "s" } });
    expect(await mailAccounts.imap(mailbox)).toEqual({ ...mailbox.imap, credential: { password: "i" } });
    expect(await mailAccounts.imap(withoutImap)).toBeUndefined();
  });

  it("goes through the request's address, else the mailbox's, else the account's default", async () => {
    const proxy = (host: string) => ({ protocol: "socks5" as const, host, port: 1080 });
    const egressProxies = memoryEgressProxies({ a: proxy("request"), b: proxy("mailbox"), c: proxy("default") }, "c");
    const { mailboxes, mailAccounts } = mailboxPorts({ egressProxies });
    const [own, plain] = [aMailbox({ ipId: "b" }), aMailbox()];
    await mailboxes.insert(own, { smtpPassword: "s" });
    await mailboxes.insert(plain, { smtpPassword: "s" });

    expect(await mailAccounts.smtp(own, "a")).toMatchObject({ proxy: { host: "request" } });
    expect(await mailAccounts.smtp(own)).toMatchObject({ proxy: { host: "mailbox" } });
    expect(await mailAccounts.smtp(plain)).toMatchObject({ proxy: { host: "default" } });
  });

  it("reads mail without the dedicated address, so that a dead proxy stops no pull", async () => {
    const proxy = { protocol: "socks5" as const, host: "dead", port: 1080 };
    const { mailboxes, mailAccounts } = mailboxPorts({ egressProxies: memoryEgressProxies({ b: proxy }, "b") });
    const mailbox = aMailbox({ ipId: "b" });
    await mailboxes.insert(mailbox, { smtpPassword: "s", imapPassword: "i" });

    expect(await mailAccounts.imap(mailbox)).toEqual({ ...mailbox.imap, credential: { password: "i" } });
  });

  it("is refused like a login when its passwords are gone: the mailbox was deleted meanwhile", async () => {
    const { mailboxes, mailAccounts } = mailboxPorts();
    const mailbox = aMailbox();
    await mailboxes.insert(mailbox, { smtpPassword: "s", imapPassword: "i" });
    await mailboxes.delete(mailbox.userId, mailbox.id);

    const refused = { name: "MailFailure", reason: "credentials", at: "login" };
    await expect(mailAccounts.smtp(mailbox)).rejects.toMatchObject({ ...refused, protocol: "SMTP" });
    await expect(mailAccounts.imap(mailbox)).rejects.toMatchObject({ ...refused, protocol: "IMAP" });
  });

  it("is not renewed: a refused password stays refused", async () => {
    const { mailAccounts } = mailboxPorts();
    const mailbox = aMailbox();

    expect(await mailAccounts.renew(mailbox, { ...mailbox.smtp, credential: { password: "s" } })).toBe(false);
  });
});

describe("the account of an OAuth mailbox", () => {
  it("has the stored access token while that is good for more than five minutes", async () => {
    const { token, endpoint } = await aGoogle({ accessToken: "at.0", accessTokenExpiresAt: minutes(6) });

    expect(await token()).toBe("at.0");
    expect(endpoint.calls).toBe(0);
  });

  it("is refreshed five minutes early, and the token is stored for the next worker", async () => {
    const { token, endpoint, mailboxes, mailbox } = await aGoogle({ accessToken: "at.0", accessTokenExpiresAt: minutes(4) });

    expect(await token()).toBe("at.1");
    expect(await token()).toBe("at.1");
    expect(endpoint.calls).toBe(1);
    expect(await mailboxes.grants.read(mailbox)).toMatchObject({ accessToken: "at.1", refreshToken: "rt.0", version: 1 });
  });

  it("is refreshed once however many workers need it at the same time", async () => {
    const { token, endpoint } = await aGoogle();
    endpoint.latencyMs = 30;

    const tokens = await Promise.all(Array.from({ length: 10 }, token));

    expect(new Set(tokens)).toEqual(new Set(["at.1"]));
    expect(endpoint.calls).toBe(1);
  });

  it("stores a rotated refresh token with the access token, so that the next refresh works", async () => {
    const { token, endpoint, mailboxes, mailbox } = await aGoogle();
    endpoint.rotate = true;
    endpoint.lifetimeMs = 60_000;

    await token();
    await token();

    expect(endpoint.calls).toBe(2);
    expect(await mailboxes.grants.read(mailbox)).toMatchObject({ refreshToken: "rt.2", accessToken: "at.2", version: 3 });
  });

  it("uses an access token in its last minutes while the token endpoint is down", async () => {
    const { token, endpoint } = await aGoogle({ accessToken: "at.0", accessTokenExpiresAt: minutes(2) });
    endpoint.down = true;

    expect(await token()).toBe("at.0");
  });

  it("fails for a while, not for good, when the token endpoint is down and no token is left", async () => {
    const { token, endpoint } = await aGoogle({ accessToken: "at.0", accessTokenExpiresAt: minutes(-1) });
    endpoint.down = true;

    await expect(token()).rejects.toMatchObject({ name: "OAuthError", reason: "temporary" });
    endpoint.down = false;
    expect(await token()).toBe("at.2");
  });

  it("fails for good when the grant was withdrawn, or there is none", async () => {
    const withdrawn = await aGoogle();
    delete withdrawn.known["rt.0"];
    const { mailboxes, mailAccounts } = mailboxPorts();
    const bare = aMailbox({ type: "google" });
    await mailboxes.insert(bare, {});

    await expect(withdrawn.token()).rejects.toMatchObject({ name: "OAuthError", reason: "refused" });
    await expect(mailAccounts.imap(bare)).rejects.toMatchObject({ name: "OAuthError", reason: "refused" });
  });

  it("takes a refusal back when the grant was replaced while it was being refreshed", async () => {
    const { token, endpoint, mailboxes, mailbox, known } = await aGoogle();
    delete known["rt.0"];
    known["rt.new"] = "sales@example.com";
    endpoint.latencyMs = 30;

    const opening = token();
    await new Promise((done) => setTimeout(done, 10));
    await mailboxes.update(mailbox.userId, mailbox.id, {}, { refreshToken: "rt.new", accessToken: undefined });

    expect(await opening).toBe("at.2");
  });

  it("does not overwrite a grant that was replaced while the old one was being refreshed", async () => {
    const { token, endpoint, mailboxes, mailbox, known } = await aGoogle();
    known["rt.new"] = "sales@example.com";
    endpoint.latencyMs = 30;
    endpoint.rotate = true;

    const opening = token();
    await new Promise((done) => setTimeout(done, 10));
    await mailboxes.update(
      mailbox.userId,
      mailbox.id,
      {},
      { refreshToken: "rt.new", accessToken: "at.new", accessTokenExpiresAt: minutes(60) },
    );

    expect(await opening).toBe("at.new");
    expect(await mailboxes.grants.read(mailbox)).toMatchObject({ refreshToken: "rt.new" });
  });

  it("is renewed after a refused login: that access token is forgotten, a newer one is not", async () => {
    const { mailAccounts, token, mailbox } = await aGoogle({ accessToken: "at.0", accessTokenExpiresAt: minutes(60) });
    const account = await mailAccounts.smtp(mailbox);

    expect(await mailAccounts.renew(mailbox, account)).toBe(true);
    expect(await token()).toBe("at.1");
    expect(await mailAccounts.renew(mailbox, account)).toBe(true);
    expect(await token()).toBe("at.1");
  });

  it("waits no longer than a lease for a worker that died with it", async () => {
    const { token, mailboxes, mailbox } = await aGoogle();
    await mailboxes.grants.lease(mailbox, 3_600_000);

    await expect(token()).rejects.toMatchObject({ reason: "temporary" });
  });
});
