import { aMailbox } from "#test/support/mailbox.ts";
import { describe, expect, it } from "vitest";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { cursorOf } from "#shared/inbox/pull/sync-folder.ts";
import { asUid, type FolderCursor, isDue, READER_VERSION } from "#shared/inbox/pull/sync-state.ts";
import { aPullWorld, day, mail, mails, now } from "#test/support/pull-world.ts";

const refused = new MailFailure("IMAP", "credentials");

describe("a pull's report", () => {
  it.each([
    ["of a mailbox whose sync is off", { inboxSyncEnabled: false }, "sync_disabled"],
    ["of a disconnected mailbox", { status: "disconnected" }, "disconnected"],
  ] as const)("%s says nothing else", async (_, facts, skipped) => {
    const world = await aPullWorld(facts);

    expect(await world.pull()).toEqual({ mailboxId: world.mailbox.id, stored: 0, remaining: 0, error: "", skipped });
  });

  it("of a mailbox without IMAP settings says so, and frees the mailbox", async () => {
    const world = await aPullWorld();
    const mailAccounts = { imap: async () => undefined, renew: async () => false, otherWay: async () => undefined };

    expect(await world.pull({}, { mailAccounts })).toEqual({
      mailboxId: world.mailbox.id,
      stored: 0,
      remaining: 0,
      error: "",
      skipped: "sync_disabled",
    });
    expect(await world.syncStates.acquire(world.mailbox, 1_000)).toBeDefined();
    expect((await world.current()).inboxLastSyncAt).toBeUndefined();
  });

  it.each([
    ["smtp", /password/i],
    ["google", /authori[sz]|reconnect|sign/i],
  ] as const)("of a refused login tells the owner what to do at %s, and the change of status is published once", async (type, words) => {
    const world = await aPullWorld({ type });
    world.server.state.fails = (call) => (call === "login" ? refused : undefined);
    const published: unknown[] = [];
    const eventOutbox = {
      ...world.eventOutbox,
      publish: async (source: string, ids: readonly string[]) => (published.push([source, ids]), []),
    };
    const reports = [];
    for (let pulls = 0; pulls < 4; pulls += 1) reports.push(await world.pull({}, { eventOutbox }));

    expect(reports[0]).toEqual({ mailboxId: world.mailbox.id, stored: 0, remaining: 0, error: expect.stringMatching(words), skipped: "" });
    expect(published).toEqual([["mailboxes", [world.mailbox.id]]]);
  });

  it("of one that ran out of its request's time says so, and another may pull at once", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(3));
    const stop = new AbortController();
    world.server.state.slow = async (call) => (call.startsWith("numbers") ? stop.abort() : undefined);

    expect(await world.pull({ signal: stop.signal, brief: true })).toMatchObject({ stored: 0, error: "", skipped: "deadline" });
    expect(await world.syncStates.acquire(world.mailbox, 1_000)).toMatchObject({ failures: 0 });
  });
});

describe("a server that does not tell where the mail is", () => {
  it.each([
    ["because it says that there is no INBOX", async () => undefined],
    ["because it tells no UIDVALIDITY", async () => ({ uidValidity: "", uidNext: 1 })],
  ])("is an error of the mailbox %s, and nothing moves", async (_, open) => {
    const world = await aPullWorld();
    world.server.deliver(mails(1));
    const session = async (...to: Parameters<typeof world.server.reader.open>) => {
      const honest = await world.server.reader.open(...to);
      return { ...honest, folders: async () => [{ path: "INBOX", role: "inbox" as const, uidValidity: "", uidNext: 0 }], open };
    };

    expect((await world.pull({}, { mailReader: { open: session } })).error).toMatch(/^IMAP: the server/);

    expect(world.cursor()?.lastUid).toBe(0);
  });
});

describe("a failure in Junk", () => {
  const world = async () => {
    const made = await aPullWorld();
    made.server.deliver([mail(1)]);
    made.server.deliver([mail(2), mail(3)], "Junk");
    return made;
  };

  it("while it is read leaves nothing remaining, and stores the rest", async () => {
    const { pull, server, cursor } = await world();
    let folder = "";
    server.state.fails = (call) => {
      if (call.startsWith("open")) folder = call;
      return call.startsWith("fetch") && folder === "open Junk" ? new Error("cut") : undefined;
    };

    expect(await pull()).toMatchObject({ stored: 1, remaining: 0, error: "", skipped: "" });
    expect(cursor("Junk")).toMatchObject({ failures: 1 });
  });

  it("is the pull's own where the store failed or another took the mailbox over", async () => {
    const { pull, ingest, states, mailbox, pages } = await world();
    const commit: typeof ingest.commit = async (lease, cursors, page) => {
      if (pages.length === 1) throw new Error("no primary");
      return ingest.commit(lease, cursors, page);
    };
    await expect(pull({}, { ingest: { commit } })).rejects.toThrow("no primary");

    const taken = await world();
    const steal: typeof ingest.commit = async (...page) => {
      if (taken.pages.length === 1) taken.states.get(taken.mailbox.id)!.token = "another";
      return taken.ingest.commit(...page);
    };
    expect(await taken.pull({}, { ingest: { commit: steal } })).toMatchObject({ stored: 1, skipped: "locked", error: "" });
    expect(states.get(mailbox.id)?.failures).toBe(0);
  });
});

describe("a folder's cursor", () => {
  const since = day(30);
  const known: FolderCursor = { path: "INBOX", role: "inbox", uidValidity: "1", lastUid: 5, since, starts: 1 };
  const status = { path: "INBOX", role: "inbox", uidValidity: "1", uidNext: 6 } as const;

  it.each([
    ["goes on", status, since, 5],
    ["goes on where UIDNEXT is not told", { ...status, uidNext: 0 }, since, 5],
    ["begins anew with new UIDVALIDITY", { ...status, uidValidity: "2" }, since, 0],
    ["begins anew for another date", status, day(31), 0],
    ["goes on where UIDNEXT is below it: only the messages tell whether UIDs went back", { ...status, uidNext: 5 }, since, 5],
    ["goes on where STATUS tells nothing", { ...status, uidNext: 0, uidValidity: "" }, since, 5],
    ["begins for another folder", { ...status, path: "Junk" }, since, 0],
  ])("%s", (_, at, wanted, lastUid) => {
    const cursor = cursorOf(aMailbox(), at, [known], { since: wanted, now });

    expect(cursor).toEqual({
      path: at.path,
      role: "inbox",
      uidValidity: at.uidValidity || "1",
      lastUid,
      since: wanted,
      starts: lastUid === 0 ? 0 : 1,
    });
  });

  it("that was stored as no number begins anew", () => {
    expect(cursorOf(aMailbox(), status, [{ ...known, lastUid: Number.NaN }], { since, now }).lastUid).toBe(0);
  });

  it("passes what the date leaves out, so that it is asked for once", async () => {
    const world = await aPullWorld();
    world.server.deliver([mail(1, { receivedAt: day(40) }), mail(2, { receivedAt: day(40) })]);

    expect(await world.pull()).toMatchObject({ stored: 0, remaining: 0 });
    expect(world.cursor()).toMatchObject({ lastUid: 2, starts: 0 });
    world.server.calls.splice(0);
    await world.pull();
    expect(world.server.calls).toEqual(["login", "folders"]);
  });

  it.each([
    ["the time", { receivedAt: day(2) }],
    ["the size", { facts: { size: 9 } }],
  ])("begins anew where the message that was pulled last is another by %s alone", async (_, other) => {
    const world = await aPullWorld();
    world.server.deliver([mail(1, { receivedAt: day(1) })]);
    await world.pull();
    world.server.empty();
    world.server.renumber("INBOX");
    const state = world.states.get(world.mailbox.id)!;
    world.server.deliver([mail(1, { receivedAt: day(1), ...other }), mail(2)]);
    // The UIDs mean what they meant, as far as the server tells.
    state.cursors = state.cursors.map((cursor) => (cursor.path === "INBOX" ? { ...cursor, uidValidity: "2" } : cursor));
    world.server.calls.splice(0);
    await world.pull();

    expect(world.server.calls).toContain("facts 2");
  });
});

it.each([
  [1, 1],
  [0xffffffff, 0xffffffff],
  [0, 0],
  [-1, 0],
  [1.5, 0],
  [0x100000000, 0],
  [Number.NaN, 0],
  ["7", 0],
  [undefined, 0],
  [7n, 0],
])("%s is told as the UID %i", (told, uid) => {
  expect(asUid(told)).toBe(uid);
});

it.each([
  ["a day after it was tried", 24 * 3_600_000, READER_VERSION, true],
  ["within the day", 24 * 3_600_000 - 1, READER_VERSION, false],
  ["at once by a newer reader", 0, READER_VERSION - 1, true],
])("a headers-only message is tried again %s: %#", (_, ageMs, reader, is) => {
  expect(isDue({ uid: 1, triedAt: new Date(now.getTime() - ageMs), reader }, now)).toBe(is);
});
