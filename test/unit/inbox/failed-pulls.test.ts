import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { MailReader } from "#shared/inbox/ports/mail-session.ts";
import { orAborted } from "#shared/inbox/pull/pull.ts";
import { ServerDisagrees } from "#shared/inbox/pull/sync-state.ts";
import { CircuitOpen } from "#shared/mailboxes/connection/circuit-breaker.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { OAuthError } from "#shared/mailboxes/oauth/oauth.ts";
import { aPullWorld, mail, mails, now } from "#test/support/pull-world.ts";

describe("a failed pull", () => {
  it("backs off longer each time, shown on the mailbox, and forgotten after a success", async () => {
    const world = await aPullWorld();
    world.server.state.fails = (call) => (call === "login" ? new Error("refused") : undefined);

    const delays = [];
    for (let i = 0; i < 6; i++) {
      await world.pull();
      delays.push(world.states.get(world.mailbox.id)?.retryAfterMs);
    }
    const down = await world.current();
    world.server.state.fails = () => undefined;
    const healed = await world.pull();

    expect(delays.map((ms) => (ms ?? 0) / 60_000)).toEqual([2, 4, 8, 16, 30, 30]);
    expect(down).toMatchObject({ status: "error", imapFailures: 3 });
    expect(down.inboxLastError).toMatch(/^IMAP: /);
    expect(healed.error).toBe("");
    expect(await world.current()).toMatchObject({ status: "active", imapFailures: 0, inboxLastError: "", inboxLastSyncAt: now });
  });

  it("for a limit of the operator's project blames no mailbox, and is told until it is over", async () => {
    const world = await aPullWorld();
    world.server.state.fails = (call) => (call === "login" ? new MailFailure("HTTPS", "operator", { at: "login" }) : undefined);
    for (let i = 0; i < 4; i++) await world.pull();

    expect(await world.current()).toMatchObject({ status: "active", imapFailures: 0, inboxLastError: expect.stringContaining("operator") });
    world.server.state.fails = () => undefined;
    await world.pull();
    expect(await world.current()).toMatchObject({ status: "active", inboxLastError: "" });
  });

  it.each([
    ["a refused token", new MailFailure("HTTPS", "credentials", { at: "login" }), 2],
    ["a server that is not there", new MailFailure("IMAP", "unreachable"), 1],
    ["answers that contradict each other", new ServerDisagrees("a folder's list has no end"), 1],
  ])("is tried again at once with a new access token for %s alone", async (_, failure, logins) => {
    const world = await aPullWorld();
    world.server.state.fails = (call) => (call === "login" ? failure : undefined);
    await world.pull({}, { mailAccounts: { ...world.ports.mailAccounts, renew: async () => true } });

    expect(world.server.calls.filter((call) => call === "login")).toHaveLength(logins);
  });

  it("is also one that got nowhere in its time: a tarpit backs off longer each time, and holds no workers", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(100));
    const delays = [];
    for (const step of ["login", "folders", "open", "numbers", "facts", "fetch"]) {
      const report = await world.pull({ signal: world.timeUpAt(step) });
      expect(report.error).toMatch(/^IMAP: .*too slow/);
      delays.push((world.states.get(world.mailbox.id)?.retryAfterMs ?? 0) / 60_000);
    }

    expect(delays).toEqual([2, 4, 8, 16, 30, 30]);
    expect(await world.current()).toMatchObject({ status: "error", imapFailures: 3 });
    expect((await world.current()).inboxLastError).toMatch(/too slow/);
  });

  it("is none when a request's short pull runs out of time", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(100));

    expect(await world.pull({ signal: world.timeUpAt("fetch"), brief: true })).toMatchObject({ skipped: "deadline", error: "" });
    expect(await world.current()).toMatchObject({ imapFailures: 0, inboxLastError: "" });
    expect(world.cursor()?.starts).toBe(0);
  });

  it("of Junk stops nothing: INBOX is pulled, the mailbox is well, and Junk backs off", async () => {
    const world = await aPullWorld();
    world.server.state.fails = (call) => (call === "open Junk" ? new Error("NO cannot open") : undefined);

    for (let i = 0; i < 4; i++) {
      world.server.deliver([mail(i)]);
      world.server.deliver([mail(100 + i)], "Junk");
      expect(await world.pull()).toMatchObject({ stored: 1, remaining: 0, error: "" });
    }
    expect(world.server.calls.filter((call) => call === "open Junk")).toHaveLength(1);
    const waits: number[] = [];
    for (let failures = 1; failures <= 12; failures++) {
      const at = world.states.get(world.mailbox.id)!;
      const junk = at.cursors.find(({ path }) => path === "Junk");
      expect(junk?.failures).toBe(failures);
      waits.push(((junk?.retryAt?.getTime() ?? 0) - now.getTime()) / 60_000);
      at.cursors = at.cursors.map((cursor) => (cursor.retryAt ? { ...cursor, retryAt: now } : cursor));
      await world.pull();
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1440, 1440]);
    expect(await world.current()).toMatchObject({ status: "active", imapFailures: 0 });
    expect((await world.current()).inboxLastError).toBe("IMAP: 1 folder(s) cannot be read (Junk); they are tried again");

    const state = world.states.get(world.mailbox.id)!;
    state.cursors = state.cursors.map((cursor) => (cursor.retryAt ? { ...cursor, retryAt: now } : cursor));
    world.server.state.fails = () => undefined;
    await world.pull();
    expect(world.cursor("Junk")).toMatchObject({ lastUid: 4 });
    expect(world.cursor("Junk")?.failures).toBeUndefined();
    expect((await world.current()).inboxLastError).toBe("");
  });

  it("disconnects the mailbox at once when its grant was withdrawn", async () => {
    const world = await aPullWorld({ type: "google" });
    const mailAccounts = {
      imap: () => Promise.reject(new OAuthError("refused", "google")),
      renew: async () => false,
      otherWay: async () => undefined,
    };

    const report = await world.pull({}, { mailAccounts });

    expect(report.error).toContain("reconnect");
    expect(await world.current()).toMatchObject({ status: "disconnected" });
    expect(await world.pull()).toMatchObject({ skipped: "disconnected" });
  });

  it("logs in once more when the access token had died", async () => {
    const world = await aPullWorld({ type: "google" });
    world.server.deliver(mails(1));
    let refusals = 1;
    world.server.state.fails = (call) => (call === "login" && refusals-- > 0 ? new MailFailure("IMAP", "credentials") : undefined);
    const mailAccounts = { imap: world.ports.mailAccounts.imap, renew: async () => true, otherWay: async () => undefined };

    expect(await world.pull({}, { mailAccounts })).toMatchObject({ stored: 1, error: "" });
  });

  it("asks for no new token once its time is over", async () => {
    const world = await aPullWorld({ type: "google" });
    const stop = new AbortController();
    world.server.state.slow = async () => stop.abort();
    world.server.state.fails = () => new MailFailure("IMAP", "credentials");
    const renewed: string[] = [];
    const renew = async ({ id }: { readonly id: string }) => renewed.push(id) > 0;

    await world.pull({ signal: stop.signal }, { mailAccounts: { ...world.ports.mailAccounts, renew } });

    expect(renewed).toEqual([]);
    expect(world.server.calls).toEqual(["login"]);
  });

  it("moves to the other transport where a new token is refused, as where IMAP is switched off, and keeps it", async () => {
    const world = await aPullWorld();
    world.server.deliver([mail(1)]);
    const opened: (string | undefined)[] = [];
    const account = await world.ports.mailAccounts.imap(world.mailbox);
    const mailAccounts = {
      imap: async ({ transportUsed }: Mailbox) => ({ ...account!, username: transportUsed ?? "imap_smtp" }),
      renew: async () => true,
      otherWay: async () => ({ transportUsed: "graph" as const }),
    };
    const mailReader: MailReader = {
      open: async (to, signal) => {
        opened.push(to.username);
        if (to.username === "graph") return world.server.reader.open(to, signal);
        throw new MailFailure("IMAP", "credentials", { at: "login", reply: "NO User is authenticated but not connected." });
      },
    };

    expect(await world.pull({}, { mailAccounts, mailReader })).toMatchObject({ stored: 1, error: "" });
    expect(await world.current()).toMatchObject({ transportUsed: "graph", status: "active" });
    await world.pull({}, { mailAccounts, mailReader });
    expect(opened).toEqual(["imap_smtp", "imap_smtp", "graph", "graph"]);
    const stays = { ...mailAccounts, otherWay: async () => undefined };
    const other = await aPullWorld({ type: "outlook" });
    expect((await other.pull({}, { mailAccounts: stays, mailReader })).error).toContain("refuses the authorisation");
  });

  it("is thrown when the store failed, and not blamed on the mailbox", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(1));
    const ingest = { commit: () => Promise.reject(new Error("no primary")) };

    await expect(world.pull({}, { ingest })).rejects.toThrow("no primary");

    expect(await world.current()).toMatchObject({ inboxLastError: "", imapFailures: 0 });
    expect(world.server.state.open).toBe(0);
  });

  it("is thrown once when the store failed while the next page was on its way", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(600));
    world.server.state.slow = async (call) => {
      if (call.startsWith("fetch 501,")) await setImmediate();
    };
    const unhandled: unknown[] = [];
    const hear = (error: unknown) => unhandled.push(error);
    process.on("unhandledRejection", hear);
    const ingest = { commit: () => Promise.reject(new Error("no primary")) };

    await expect(world.pull({}, { ingest })).rejects.toThrow("no primary");

    process.off("unhandledRejection", hear);
    expect(unhandled).toEqual([]);
  });

  it("blames no mailbox whose host was not asked, because it kept others waiting, and comes later", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(1));
    world.server.state.fails = (call) => (call === "login" ? new CircuitOpen() : undefined);

    const report = await world.pull();

    expect(report.error).not.toBe("");
    expect(await world.current()).toMatchObject({ status: "active", inboxLastError: "", imapFailures: 0 });
    expect(world.states.get(world.mailbox.id)).toMatchObject({ failures: 1 });
  });

  it("stops without a trace when another pull has taken the mailbox over", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(1));
    world.server.state.slow = async (call) => {
      const state = world.states.get(world.mailbox.id);
      if (call.startsWith("fetch") && state) state.token = "another";
    };

    expect(await world.pull()).toMatchObject({ stored: 0, skipped: "locked", error: "" });
    expect(world.stored.size).toBe(0);
  });

  it("blames no mailbox that another pull has taken over", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(1));
    world.server.state.slow = async (call) => {
      const state = world.states.get(world.mailbox.id);
      if (call.startsWith("fetch") && state) state.token = "another";
      if (call.startsWith("fetch")) throw new Error("connection reset");
    };

    expect(await world.pull()).toMatchObject({ stored: 0, skipped: "locked", error: "" });
    expect(await world.current()).toMatchObject({ inboxLastError: "", imapFailures: 0 });
  });
});

it.each([
  ["before it began", (stop: AbortController) => stop.abort()],
  ["meanwhile", (stop: AbortController) => queueMicrotask(() => stop.abort())],
])("what cannot be cancelled is waited for no longer when its time was over %s", async (_, end) => {
  const stop = new AbortController();
  end(stop);

  await expect(orAborted(stop.signal, new Promise(() => undefined))).rejects.toThrow("out of time");
});
