// The rules of connected mailboxes as a client meets them (api/README.md, "Mailboxes").
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import tls from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAuthority, loopbackNames } from "#infra/local/certificates.ts";
import { startImap } from "#infra/local/sandbox/imap/start-imap.ts";
import type { Secret } from "#infra/local/sandbox/correspondents.ts";
import { openMailStore } from "#infra/local/sandbox/mail-store.ts";
import { startSmtp } from "#infra/local/sandbox/start-sandbox.ts";
import { until } from "#test/support/client.ts";
import { type RunningSystem, runSystem } from "#test/support/running-system.ts";

/** A mail provider whose password changes and that goes down, as real ones do. */
const startProvider = async () => {
  const authority = await createAuthority();
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), authority.ca]);
  const state = { password: "first" };
  const store = openMailStore();
  const certificate = await authority.issue(loopbackNames);
  const accepts = (_user: string, secret: Secret) => secret.password === state.password;
  const start = async (ports: { smtps?: number; imaps?: number } = {}) => ({
    smtp: await startSmtp({ secure: true, certificate, accepts, deliver: () => undefined, ...(ports.smtps && { port: ports.smtps }) }),
    imap: await startImap({ store, certificate, accepts, ...(ports.imaps && { port: ports.imaps }) }),
  });
  let servers = await start();
  const ports = { smtps: servers.smtp.port, imaps: servers.imap.port };
  const stop = async () => void (await Promise.all([servers.smtp.stop(), servers.imap.stop()]));
  return {
    setPassword: (password: string) => void (state.password = password),
    settings: () => ({ smtp_port: ports.smtps, imap_port: ports.imaps, smtp_password: state.password, imap_password: state.password }),
    stop,
    /** Takes connections and says nothing, until it is let go. */
    hang: async () => {
      await stop();
      const sockets = new Set<Socket>();
      const mute = createServer((socket) => void sockets.add(socket.on("error", () => undefined))).listen(ports.imaps, "127.0.0.1");
      await once(mute, "listening");
      return {
        connections: () => sockets.size,
        letGo: () => {
          for (const socket of sockets) socket.destroy();
          mute.close();
        },
      };
    },
    restart: async () => void (servers = await start(ports)),
  };
};

const DAY_MS = 24 * 3_600_000;
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let system: RunningSystem;
let provider: Awaited<ReturnType<typeof startProvider>>;
const connectProvided = (email: string, more = {}) => system.connect(email, { ...provider.settings(), ...more });
const fieldsAtFault = ({ body }: { body: { details: { field: string }[] } }) => body.details.map(({ field }) => field);
const mailboxOf = async (id: string) => (await system.call("GET", `/v1/mailboxes/${id}`)).body;

beforeAll(async () => {
  system = await runSystem();
  provider = await startProvider();
});
afterAll(async () => {
  await Promise.all([system?.stop(), provider?.stop()]);
});

describe("GET /v1/mailboxes", () => {
  it("returns an array, newest first, each as GET by id returns it", async () => {
    const ids = [await system.connect("list1@sandbox.test"), await system.connect("list2@sandbox.test")];

    const { status, body } = await system.call("GET", "/v1/mailboxes");

    expect(status).toBe(200);
    expect(body.slice(0, 2).map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
    expect(body[0]).toEqual(await mailboxOf(ids[1] ?? ""));
  });

  it("gives pages where a limit is asked for, each with the link to the next, which together are the whole list", async () => {
    for (const n of [1, 2, 3]) await system.connect(`page${n}@sandbox.test`);
    const { body: all } = await system.call("GET", "/v1/mailboxes");
    const pages: unknown[] = [];
    let path: string | undefined = "/v1/mailboxes?limit=2";
    while (path !== undefined) {
      const { body, headers } = await system.call("GET", path);
      expect(body.length).toBeLessThanOrEqual(2);
      pages.push(...body);
      path = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
    }

    expect(pages).toEqual(all);
    expect((await system.call("GET", "/v1/mailboxes")).headers.get("link")).toBeNull();
    expect((await system.call("GET", "/v1/mailboxes?limit=0&cursor=x")).body.details.map(({ field }: { field: string }) => field)).toEqual([
      "limit",
      "cursor",
    ]);
  });
});

describe("PATCH /v1/mailboxes/{id}", () => {
  it("returns the mailbox with what was given changed and the rest kept", async () => {
    const id = await system.connect("patch@sandbox.test", { display_name: "Old" });
    const before = await mailboxOf(id);

    const { status, body } = await system.call("PATCH", `/v1/mailboxes/${id}`, {
      display_name: "",
      aliases: ["a@x.test"],
      max_daily_sends: 7,
    });

    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      display_name: "",
      aliases: ["a@x.test"],
      max_daily_sends: 7,
      updated_at: expect.stringMatching(DATE),
    });
    expect(Date.parse(body.updated_at)).toBeGreaterThanOrEqual(Date.parse(before.updated_at));
  });

  it("returns 400 for credentials that fail, and changes nothing else of the request either", async () => {
    const id = await system.connect("patch-fail@sandbox.test");
    const before = await mailboxOf(id);

    const answer = await system.call("PATCH", `/v1/mailboxes/${id}`, {
      display_name: "New",
      smtp_password: "wrong",
      imap_password: "wrong",
    });

    expect(answer.status).toBe(400);
    expect(fieldsAtFault(answer)).toEqual(["smtp_password", "imap_password"]);
    expect(await mailboxOf(id)).toEqual(before);
  });

  it("names the mode for STARTTLS at a TLS port, before a login would run out of time", async () => {
    const body = system.mailboxBody("mode@sandbox.test", { smtp_secure: "starttls" });
    const message = `SMTP: the server starts with TLS at port ${String(body["smtp_port"])}; use tls there, or starttls at port 587`;

    const answer = await system.call("POST", "/v1/mailboxes", body);

    expect(answer).toMatchObject({ status: 400, body: { details: [{ field: "smtp_secure", message }] } });
  });

  it.each([
    ["email", { email: "new@sandbox.test" }],
    ["inbox_sync_enabled", { inbox_sync_enabled: false }],
    ["refresh_token", { refresh_token: "r" }],
    ["smtp_password", { smtp_host: "127.0.0.3" }],
  ])("returns 400 that names %s for %j", async (field, body) => {
    const id = await system.connect(`patch-${field}@sandbox.test`);

    const answer = await system.call("PATCH", `/v1/mailboxes/${id}`, body);

    expect(answer.status).toBe(400);
    expect(fieldsAtFault(answer)).toEqual([field]);
  });
});

describe("a mailbox whose password is refused", () => {
  it("fails its test with 502 that names SMTP and IMAP, is disconnected, sends and pulls nothing, and is reconnected in place", async () => {
    const id = await connectProvided("fickle@provider.test", { display_name: "Fickle", max_daily_sends: 9 });
    expect(await system.call("POST", `/v1/mailboxes/${id}/test`)).toMatchObject({ status: 200, body: { status: "ok" } });

    provider.setPassword("second");
    const beforeTest = Date.now();
    const tested = await system.call("POST", `/v1/mailboxes/${id}/test`);

    expect(tested.status).toBe(502);
    expect(tested.body).toEqual({ error: "Error", message: expect.stringMatching(/SMTP.*IMAP/), code: 502, type: "connection_failed" });
    const refused = await mailboxOf(id);
    expect(refused).toMatchObject({
      status: "disconnected",
      smtp_last_error: expect.stringMatching(/^SMTP: user name or password refused.* \(the server's reply: 535/),
      inbox_last_error: expect.stringMatching(/^IMAP: user name or password refused/),
    });
    expect(Date.parse(refused.status_since)).toBeGreaterThanOrEqual(beforeTest);
    const send = await system.call("POST", "/v1/send", { mailbox_id: id, to: "a@sandbox.test", subject: "Hi", body_text: "Hi" });
    expect(send.status).toBe(409);
    expect(send.body.details).toEqual(expect.any(String));
    expect((await system.pull(id)).sync).toEqual([{ mailbox_id: id, stored: 0, remaining: 0, error: "", skipped: "disconnected" }]);

    const again = await system.call("POST", "/v1/mailboxes", system.mailboxBody("fickle@provider.test", provider.settings()));
    expect(again.status).toBe(201);
    expect(again.body).toMatchObject({
      id,
      status: "active",
      smtp_last_error: "",
      inbox_last_error: "",
      display_name: "Fickle",
      max_daily_sends: 9,
    });
    expect(again.body.created_at).toBe(refused.created_at);
  });

  it("is healed by new credentials over PATCH", async () => {
    const id = await connectProvided("patched@provider.test");
    provider.setPassword("third");
    await system.call("POST", `/v1/mailboxes/${id}/test`);

    const { smtp_password, imap_password } = provider.settings();
    const { status, body } = await system.call("PATCH", `/v1/mailboxes/${id}`, { smtp_password, imap_password });

    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "active", inbox_last_error: "" });
  });
});

describe("a mailbox whose provider is down", () => {
  it("is in error, still takes sends, reports its pull's error, and is active again by a passed test", async () => {
    const id = await connectProvided("down@provider.test");
    await provider.stop();

    const tested = await system.call("POST", `/v1/mailboxes/${id}/test`);
    const send = await system.call("POST", "/v1/send", { mailbox_id: id, to: "a@sandbox.test", subject: "Hi", body_text: "Hi" });
    const pulled = await system.pull(id);
    const down = await mailboxOf(id);
    await provider.restart();

    expect(tested.status).toBe(502);
    expect(send.status).toBe(200);
    expect(pulled.sync).toEqual([{ mailbox_id: id, stored: 0, remaining: 0, error: expect.stringMatching(/^IMAP: /), skipped: "" }]);
    expect(down).toMatchObject({ status: "error", inbox_last_error: pulled.sync[0].error });
    expect((await system.call("POST", `/v1/mailboxes/${id}/test`)).status).toBe(200);
    // A poll that began while the provider was down may still note its failure; the next test takes it away.
    const testedAgain = async () => {
      await system.call("POST", `/v1/mailboxes/${id}/test`);
      return mailboxOf(id);
    };
    await expect.poll(testedAgain, { timeout: 20_000 }).toMatchObject({ status: "active", inbox_last_error: "" });
  });
});

describe("fresh pulls of a provider that hangs", () => {
  it("are at most two of an account at a time: a third answers from the store; they end with the provider's failure in their report", async () => {
    const ids = [await connectProvided("hanging1@provider.test"), await connectProvided("hanging2@provider.test")];
    const freshOf = (id: string) => `/v1/inbox/messages?fresh=true&mailbox_id=${id}`;
    const hanging = await provider.hang();

    const two = ids.map((id) => system.call("GET", freshOf(id)));
    await until(() => (hanging.connections() === 2 ? true : undefined));
    const third = await system.call("GET", "/v1/inbox/messages?fresh=true");
    const others = await system.callAsOther("GET", "/v1/inbox/messages?fresh=true");
    hanging.letGo();
    const answers = await Promise.all(two);
    await provider.restart();

    expect(third.status).toBe(200);
    expect(new Set(third.body.sync.map(({ skipped }: { skipped: string }) => skipped))).toEqual(new Set(["locked"]));
    expect(others.status).toBe(200);
    for (const [i, { status, body }] of answers.entries()) {
      expect(status).toBe(200);
      expect(body.sync).toEqual([{ mailbox_id: ids[i], stored: 0, remaining: 0, error: expect.stringMatching(/^IMAP: /), skipped: "" }]);
    }
  });
});

describe("POST /v1/mailboxes/{id}/inbox", () => {
  it("switches sync off and on again with 30 days' backfill, and takes a date with any offset", async () => {
    const id = await system.connect("inbox@sandbox.test");
    const configure = async (body: unknown) => (await system.call("POST", `/v1/mailboxes/${id}/inbox`, body)).body;

    expect(await configure({ enabled: false })).toMatchObject({ inbox_sync_enabled: false });
    expect((await system.pull(id)).sync).toEqual([{ mailbox_id: id, stored: 0, remaining: 0, error: "", skipped: "sync_disabled" }]);
    const on = await configure({ enabled: true });
    expect(on.inbox_sync_enabled).toBe(true);
    expect(Math.abs(Date.parse(on.updated_at) - Date.parse(on.inbox_sync_from) - 30 * DAY_MS)).toBeLessThan(5_000);
    expect(await configure({ sync_from: "2026-01-01T00:00:00+02:00" })).toMatchObject({
      inbox_sync_from: "2025-12-31T22:00:00.000Z",
      inbox_sync_enabled: true,
    });
    expect(await configure({})).toMatchObject({ inbox_sync_from: "2025-12-31T22:00:00.000Z", inbox_sync_enabled: true });
  });

  it("takes credentials for a mailbox that had none, which enables sync unless told otherwise", async () => {
    const id = await system.connect("later@sandbox.test", { imap_host: undefined, imap_port: undefined, imap_password: undefined });
    const { imap_host, imap_port, imap_password } = system.mailboxBody("");

    const without = await system.call("POST", `/v1/mailboxes/${id}/inbox`, { enabled: true });
    const kept = await system.call("POST", `/v1/mailboxes/${id}/inbox`, { imap_host, imap_port, imap_password, enabled: false });
    const given = await system.call("POST", `/v1/mailboxes/${id}/inbox`, { imap_host, imap_port, imap_password });

    expect(fieldsAtFault(without)).toEqual(["imap_host", "imap_password"]);
    expect(kept.body).toMatchObject({ imap_host, imap_port, imap_username: "later@sandbox.test", inbox_sync_enabled: false });
    expect(given.body).toMatchObject({ inbox_sync_enabled: true, inbox_sync_from: expect.stringMatching(DATE) });
  });

  it("returns 400 that names every bad field, and the password when the test fails", async () => {
    const id = await system.connect("inbox-bad@sandbox.test");

    const bad = await system.call("POST", `/v1/mailboxes/${id}/inbox`, { enabled: "yes", imap_port: 0, imap_password: "", sync_from: "x" });
    const wrong = await system.call("POST", `/v1/mailboxes/${id}/inbox`, { imap_password: "wrong" });

    expect(fieldsAtFault(bad).toSorted()).toEqual(["enabled", "imap_password", "imap_port", "sync_from"]);
    expect(wrong.status).toBe(400);
    expect(fieldsAtFault(wrong)).toEqual(["imap_password"]);
  });
});

describe("DELETE /v1/mailboxes/{id}", () => {
  it("returns 204 without a body, cancels waiting sends without refund, and leaves it in the list as disconnected, to be connected again", async () => {
    const id = await system.connect("delete@sandbox.test");
    const scheduled_at = new Date(Date.now() + DAY_MS).toISOString();
    const send = await system.call("POST", "/v1/send", {
      mailbox_id: id,
      to: "a@sandbox.test",
      subject: "Later",
      body_text: "x",
      scheduled_at,
    });
    const { balance } = (await system.call("GET", "/v1/credits")).body;

    const deleted = await system.call("DELETE", `/v1/mailboxes/${id}`);

    expect([deleted.status, deleted.bytes.length]).toEqual([204, 0]);
    expect((await system.call("GET", `/v1/send/${send.body.id}/status`)).body.status).toBe("cancelled");
    expect((await system.call("GET", "/v1/credits")).body.balance).toBe(balance);
    expect((await system.call("GET", "/v1/mailboxes")).body.find((mailbox: { id: string }) => mailbox.id === id)).toMatchObject({
      status: "disconnected",
      inbox_sync_enabled: false,
    });
    expect((await system.call("POST", `/v1/mailboxes/${id}/test`)).status).toBe(502);
    expect((await system.call("POST", `/v1/mailboxes/${id}/inbox`, { enabled: true })).status).toBe(409);
    expect((await system.call("DELETE", `/v1/mailboxes/${id}?purge=true`)).status).toBe(204);
    expect(await system.connect("delete@sandbox.test")).toBe(id);
    expect((await system.call("GET", `/v1/mailboxes/${id}`)).body.status).toBe("active");
  });
});

describe("a send's copy", () => {
  it("is filed in the mailbox's Sent folder, read, as it was delivered", async () => {
    const id = await system.connect("filing@sandbox.test");
    await system.call("POST", "/v1/send", { mailbox_id: id, to: "filed@sandbox.test", subject: "Keep this", body_text: "Copy me" });

    const { messageId } = await system.delivered("filed@sandbox.test");

    const copy = await until(() => system.store.folder("filing@sandbox.test", "Sent")?.messages[0]);
    expect(copy.raw.toString()).toContain(`Message-ID: ${messageId}`);
    expect(copy.flags).toContain("\\Seen");
  });
});
