// What needs a person, as a client sees it (api/README.md, "Attention").
import { afterAll, beforeAll, expect, it } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { sendsOf } from "#shared/sending/store/send-documents.ts";
import { TEST_ONLY } from "#test/support/port-suite.ts";
import { startDnsServer } from "#test/support/dns-server.ts";
import { type RunningSystem, runSystem } from "#test/support/running-system.ts";

const HOUR_MS = 3_600_000;
const zone: Record<string, { TXT: string[] }> = { "_dmarc.checked.test": { TXT: ["v=DMARC1; p=none"] } };
let system: RunningSystem;
let dns: Awaited<ReturnType<typeof startDnsServer>>;
beforeAll(async () => {
  dns = await startDnsServer(zone);
  system = await runSystem({ DNS_SERVERS: dns.address });
}, 60_000);
afterAll(async () => {
  await system?.stop();
  dns?.stop();
});

const listed = async () => (await system.call("GET", "/v1/attention")).body;
const about = async (id: string) => (await listed()).attention.find(({ subject }: { subject: { id: string } }) => subject.id === id);
const database = async () => (await import("#shared/platform/wiring/database.ts")).connect();
const change = async (id: string, changes: object) => {
  const { mailboxesOf } = await import("#shared/mailboxes/store/mailbox-documents.ts");
  await mailboxesOf(await database()).updateOne({ _id: oid(id) }, { $set: changes }, TEST_ONLY);
};

/** The minute's job. */
const recheck = async () => {
  const { handler } = await import("#functions/jobs/sweep.ts");
  await handler({}, {} as never);
};

it("is empty while everything works", async () => {
  await system.connect("works@sandbox.test");

  expect(await listed()).toEqual({ attention: [], more: [] });
});

it("has a mailbox that refuses its credentials, in the server's words, until it is connected again; no other account sees it", async () => {
  const id = await system.connect("refused@sandbox.test");
  const since = new Date(Date.now() - HOUR_MS);
  await change(id, { status: "disconnected", statusSince: since, smtpLastError: "SMTP: refused (535)", smtpFailures: 3 });

  expect(await about(id)).toEqual({
    kind: "mailbox_disconnected",
    severity: "urgent",
    since: since.toISOString(),
    reason: "SMTP: refused (535)",
    action: "Save a password that its server accepts: its emails wait for at most 72 hours and then fail.",
    subject: { type: "mailbox", id, name: "refused@sandbox.test" },
  });
  expect((await system.callAsOther("GET", "/v1/attention")).body).toEqual({ attention: [], more: [] });

  const { password } = system.mail;
  expect((await system.call("PATCH", `/v1/mailboxes/${id}`, { smtp_password: password, imap_password: password })).status).toBe(200);
  expect(await about(id)).toBeUndefined();
});

it("has no mailbox that its user disconnected", async () => {
  const id = await system.connect("deleted@sandbox.test");
  await system.call("DELETE", `/v1/mailboxes/${id}`);

  expect(await about(id)).toBeUndefined();
});

it("has an email whose outcome is unknown, with what was looked at", async () => {
  const mailbox = await system.connect("unknown@sandbox.test");
  const { id } = (await system.call("POST", "/v1/send", { mailbox_id: mailbox, to: "jane@sandbox.test", subject: "Hi", body_text: "Hi" }))
    .body;
  await system.delivered("jane@sandbox.test");
  const lost = { status: "failed", stage: "intent", lastError: "outcome unknown: lost", countedAt: new Date() };
  await sendsOf(await database()).updateOne({ _id: oid(id) }, { $set: lost } as never, TEST_ONLY);

  expect(await about(id)).toMatchObject({
    kind: "send_unknown",
    reason: "outcome unknown: lost",
    subject: { type: "send", name: "jane@sandbox.test" },
  });
});

it("has a wallet that is nearly empty", async () => {
  const { attention } = (await system.callAsOther("GET", "/v1/attention")).body;
  expect(attention).toEqual([]);
  await system.topUpOther(30);

  const [item] = (await system.callAsOther("GET", "/v1/attention")).body.attention;

  expect(item).toMatchObject({ kind: "wallet_low", severity: "note", subject: { type: "wallet", name: "Wallet" } });
  expect(item.reason).toBe("30 credits are left; none was spent in the last 7 days.");
});

it("has DNS records that broke since they were checked, and shows the last check on the mailbox", async () => {
  const id = await system.connect("sales@checked.test");
  const mailbox = async () => (await system.call("GET", `/v1/mailboxes/${id}`)).body;
  const checkedAt = { checked_at: expect.any(String), dkim: "missing", spf: "missing" };
  expect((await mailbox()).dns).toBeUndefined();
  await system.call("POST", `/v1/mailboxes/${id}/dns`);
  expect((await mailbox()).dns).toEqual({ ...checkedAt, dmarc: "verified" });
  expect(await about(id)).toBeUndefined();

  delete zone["_dmarc.checked.test"];
  await change(id, { "dns.checkedAt": new Date(Date.now() - 25 * HOUR_MS) });
  await recheck();

  expect((await mailbox()).dns).toEqual({ ...checkedAt, dmarc: "missing" });
  expect(await about(id)).toMatchObject({
    kind: "dns_broken",
    severity: "soon",
    reason: 'DMARC was verified and is missing; it should be "v=DMARC1; p=none".',
    subject: { type: "mailbox", name: "sales@checked.test" },
  });

  zone["_dmarc.checked.test"] = { TXT: ["v=DMARC1; p=none"] };
  await system.call("POST", `/v1/mailboxes/${id}/dns`);
  expect(await about(id)).toBeUndefined();
});
