import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { probeMailboxes } from "#shared/inbox/pull/probe.ts";
import { syncMailbox } from "#shared/inbox/pull/sync-mailbox.ts";
import type { MailReader } from "#shared/inbox/ports/mail-session.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memorySync } from "#test/support/memory/inbox.ts";
import { memoryMailboxes } from "#test/support/memory/mailboxes.ts";
import { type MemoryMailServer, memoryMailServer } from "#test/support/memory/mail-server.ts";
import { day, mail, now } from "#test/support/pull-world.ts";

const BUDGET_MS = 300;

/** So many mailboxes, each with a server of its own, pulled once. */
const aWorld = async (count: number) => {
  const sync = memorySync(() => now.getTime());
  const mailboxes = memoryMailboxes();
  const servers = new Map<string, MemoryMailServer>();
  const pulls: string[] = [];
  const withoutImap = new Set<string>();
  const mailReader: MailReader = {
    open: (account, signal) => {
      const server = servers.get(account.username);
      return server ? server.reader.open(account, signal) : Promise.reject(new Error("no server"));
    },
  };
  const ports = {
    ...sync,
    mailboxes,
    mailReader,
    mailAccounts: {
      imap: async ({ email }: Mailbox) =>
        withoutImap.has(email) ? undefined : { host: "imap.example.com", port: 993, username: email, credential: { password: "p" } },
      renew: async () => false,
      otherWay: async () => undefined,
    },
    polls: sync.pollsOf(mailboxes),
    syncQueue: { add: async (added: readonly { readonly id: string }[]) => void pulls.push(...added.map(({ id }) => id)) },
    clock: { now: () => now },
    ids,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  };
  const current = async (id: string) => (await mailboxes.findForJob(id)) as Mailbox;
  const pull = async (id: string) => syncMailbox(ports, await current(id), { signal: AbortSignal.timeout(5_000) });
  const boxes: Mailbox[] = [];
  for (let n = 0; n < count; n++) {
    const mailbox = aMailbox({ email: `u${n}@sender.example`, inboxSyncEnabled: true, inboxSyncFrom: day(30), inboxEnabledAt: now });
    await mailboxes.insert(mailbox, {});
    servers.set(mailbox.email, memoryMailServer());
    await pull(mailbox.id);
    await mailboxes.note(await current(mailbox.id), { inboxLastSyncAt: day(1) });
    boxes.push(mailbox);
  }
  const server = (mailbox: Mailbox | undefined) => servers.get(mailbox?.email ?? "") as MemoryMailServer;
  const probe = (...asked: Mailbox[]) =>
    probeMailboxes(
      ports,
      (asked.length > 0 ? asked : boxes).map(({ id }) => id),
      BUDGET_MS,
    );
  return { ...sync, boxes, withoutImap, server, pulls, probe, pull, current, mailboxes };
};

describe("a probe", () => {
  it("is quiet though a message is missing, while the mailbox says so", async () => {
    const world = await aWorld(1);
    const [mailbox] = world.boxes;
    const state = world.states.get(mailbox!.id)!;
    const missing = { uid: 7, triedAt: now, reader: 1, missing: true };
    state.cursors = state.cursors.map((cursor) => (cursor.path === "INBOX" ? { ...cursor, stubs: [missing] } : cursor));

    expect(await world.probe()).toEqual({ probed: 1, pulls: 1 });
    await world.pull(mailbox!.id);
    expect((await world.current(mailbox!.id)).inboxLastError).toContain("INBOX UID 7");
    expect(await world.probe()).toEqual({ probed: 1, pulls: 0 });
  });

  it("leaves a mailbox whose audit is due to a pull", async () => {
    const world = await aWorld(1);
    expect(await world.probe()).toEqual({ probed: 1, pulls: 0 });
    await world.audits.ask(world.boxes[0]!);

    expect(await world.probe()).toEqual({ probed: 1, pulls: 1 });
  });

  it("polls the mailboxes without a change by itself: login, STATUS, and the time of the poll moves", async () => {
    const world = await aWorld(2);
    const [one] = world.boxes;
    world.server(one).calls.length = 0;

    expect(await world.probe()).toEqual({ probed: 2, pulls: 0 });

    expect(world.pulls).toEqual([]);
    expect(world.server(one).calls).toEqual(["login", "folders"]);
    expect(world.server(one).state.open).toBe(0);
    expect((await world.current(one?.id ?? "")).inboxLastSyncAt).toEqual(now);
  });

  it("gives a mailbox with new mail one pull, which stores it; the next probe is quiet", async () => {
    const world = await aWorld(3);
    const [, two] = world.boxes;
    world.server(two).deliver([mail(1)]);

    expect(await world.probe()).toEqual({ probed: 3, pulls: 1 });
    expect(world.pulls).toEqual([two?.id]);
    expect((await world.current(two?.id ?? "")).inboxLastSyncAt).toEqual(day(1));
    expect(await world.pull(two?.id ?? "")).toMatchObject({ stored: 1 });
    expect(await world.probe()).toEqual({ probed: 3, pulls: 0 });
  });

  it("lets one that hangs among fifty cost only its own turn", async () => {
    const world = await aWorld(50);
    const hanging = world.boxes[7];
    const late = world.boxes[49];
    world.server(late).deliver([mail(1)]);
    world.server(hanging).state.slow = () => new Promise(() => undefined);

    expect(await world.probe()).toEqual({ probed: 50, pulls: 2 });

    // The pull was queued while the other still hung.
    expect(world.pulls).toEqual([late?.id, hanging?.id]);
    for (const { id } of world.boxes.filter((box) => box !== hanging && box !== late))
      expect((await world.current(id)).inboxLastSyncAt).toEqual(now);
  });

  it("leaves a failure to the pull, which backs off; a mailbox that failed before is not asked twice", async () => {
    const world = await aWorld(2);
    const [one] = world.boxes;
    world.server(one).state.fails = () => new Error("refused");

    await world.probe();
    expect(world.pulls).toEqual([one?.id]);
    await world.pull(one?.id ?? "");
    expect(world.states.get(one?.id ?? "")).toMatchObject({ failures: 1, retryAfterMs: 120_000 });

    world.server(one).calls.length = 0;
    await world.probe();
    expect(world.pulls).toEqual([one?.id, one?.id]);
    expect(world.server(one).calls).toEqual([]);
  });

  it.each([
    ["its UIDs mean something else now", (server: MemoryMailServer) => server.renumber("Junk")],
    ["mail came into another folder", (server: MemoryMailServer) => server.deliver([mail(1)], "Junk")],
    ["its counters are not told", (server: MemoryMailServer) => void (server.state.uidNextTold = false)],
  ])("gives a mailbox a pull when %s", async (_case, change) => {
    const world = await aWorld(1);
    change(world.server(world.boxes[0]));

    expect(await world.probe()).toEqual({ probed: 1, pulls: 1 });
  });

  it("gives one that was never pulled, that failed, or whose date has changed, a pull; one that is off none", async () => {
    const world = await aWorld(4);
    const [fresh, redated, off, failed] = world.boxes;
    Object.assign(world.states.get(failed?.id ?? "") ?? {}, { failures: 1 });
    world.states.delete(fresh?.id ?? "");
    await world.mailboxes.update(redated?.userId ?? "", redated?.id ?? "", { inboxSyncFrom: day(60) });
    await world.mailboxes.update(off?.userId ?? "", off?.id ?? "", { inboxSyncEnabled: false });

    expect(await world.probe()).toEqual({ probed: 3, pulls: 3 });
    expect(world.pulls.toSorted()).toEqual([fresh, redated, failed].map((box) => box?.id ?? "").toSorted());
  });

  it("gives a mailbox a pull that has one thing to heal, and one without IMAP settings, which is not asked", async () => {
    const world = await aWorld(3);
    const [counted, told, without] = world.boxes;
    await world.mailboxes.note(await world.current(counted?.id ?? ""), { imapFailures: 1 });
    await world.mailboxes.note(await world.current(told?.id ?? ""), { inboxLastError: "IMAP: refused" });
    world.withoutImap.add(without?.email ?? "");

    expect(await world.probe()).toEqual({ probed: 3, pulls: 3 });
    expect(world.pulls.toSorted()).toEqual(world.boxes.map(({ id }) => id).toSorted());
  });

  it("asks 25 mailboxes side by side, and no more", async () => {
    const world = await aWorld(40);
    let [asking, most] = [0, 0];
    for (const box of world.boxes)
      world.server(box).state.slow = async (call) => {
        if (call !== "login") return;
        most = Math.max(most, (asking += 1));
        await setImmediate();
        asking -= 1;
      };

    await world.probe();

    expect(most).toBe(25);
  });
});
