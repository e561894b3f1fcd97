// POST /v1/mailboxes without hosts (api/README.md, "Mailboxes"): what is filled in, and what is not believed.
import { expect, it } from "vitest";
import type { ConnectRequest } from "#shared/mailboxes/connect-mailbox.ts";
import { withDiscovered } from "#shared/mailboxes/discovery/discover.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { type RecordedDomain, recordedDomain } from "#test/support/recorded-domain.ts";

const IP = ["93.184.215.14"];
const own: RecordedDomain = {
  addresses: { "smtp.example.com": IP, "imap.example.com": IP },
  srv: { "_submissions._tcp.example.com": ["0 1 465 smtp.example.com"], "_imaps._tcp.example.com": ["0 1 993 imap.example.com"] },
};
const outside: RecordedDomain = {
  addresses: { "mail.evil.test": IP },
  srv: { "_submissions._tcp.example.com": ["0 1 465 mail.evil.test"] },
};

type Parts = Partial<Extract<ConnectRequest, { type: "smtp" }>>;
const fill = async (parts: Parts, recorded = own, stored?: Mailbox["imap"]) => {
  const { ports, asked } = recordedDomain(recorded);
  const mailboxes = { findByEmail: async () => (stored ? ({ imap: stored } as Mailbox) : undefined) };
  const request = { type: "smtp" as const, email: "a@example.com", smtp: { password: "secret" }, imap: {}, ...parts };
  return { filled: await withDiscovered({ mailboxes, discovery: ports }, "u", request), asked };
};

it("fills in both servers, and IMAP's password", async () => {
  const { filled } = await fill({});

  expect(filled).toMatchObject({
    smtp: { host: "smtp.example.com", port: 465, secure: "tls", username: "a@example.com", password: "secret" },
    imap: { host: "imap.example.com", port: 993, username: "a@example.com", password: "secret" },
  });
});

it("keeps what the request names, and its port decides how TLS begins", async () => {
  const { filled } = await fill({ smtp: { password: "secret", port: 587, username: "me" }, imap: { password: "other" } });

  expect(filled).toMatchObject({ smtp: { host: "smtp.example.com", port: 587, username: "me" }, imap: { password: "other" } });
  expect(filled).not.toHaveProperty("smtp.secure");
});

it("asks nobody where the request names its servers", async () => {
  expect((await fill({ smtp: { host: "h.test", password: "x" } })).asked).toEqual([]);
});

it("finds the host of IMAP fields without one, and keeps an inbox that was connected before", async () => {
  const named = { smtp: { host: "h.test", password: "x" }, imap: { password: "y" } };

  expect((await fill(named)).filled).toMatchObject({ smtp: { host: "h.test" }, imap: { host: "imap.example.com", password: "y" } });
  expect((await fill({}, own, { host: "old.test", port: 993, username: "a" })).filled).toMatchObject({ imap: {} });
  expect((await fill({}, own, { host: "old.test", port: 993, username: "a" })).filled).not.toHaveProperty("imap.host");
});

it("gives no password to a host outside the domain that only DNS names", async () => {
  const details = [{ field: "smtpHost", message: "is required: mail.evil.test is named for it but lies outside example.com" }];

  await expect(fill({}, outside)).rejects.toMatchObject({ details });
});

const halves: RecordedDomain = {
  addresses: { "smtp.example.com": IP, "imap.elsewhere.test": IP },
  srv: { "_submissions._tcp.example.com": ["0 1 465 smtp.example.com"], "_imaps._tcp.example.com": ["0 1 993 imap.elsewhere.test"] },
};

it("judges each server by itself: IMAP elsewhere is not filled in beside SMTP in the domain", async () => {
  const details = [{ field: "imapHost", message: "is required: imap.elsewhere.test is named for it but lies outside example.com" }];

  await expect(fill({ imap: { password: "x" } }, halves)).rejects.toMatchObject({ details });
  expect((await fill({}, halves)).filled).not.toHaveProperty("imap.host");
});
