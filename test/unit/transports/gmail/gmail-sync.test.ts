// How a mailbox's directory follows Gmail, one guard at a time: the suites on the stores show that nothing is lost, this one what each step does.
import { describe, expect, it, vi } from "vitest";
import { ServerDisagrees } from "#shared/inbox/pull/sync-state.ts";
import { changed, deleted, json, LINK, linkOf, readOnce, SINCE, world } from "#test/support/gmail-world.ts";

describe("the first reading", () => {
  it("stores what is listed, the oldest first, in steps of a hundred, and goes on from the history id of its beginning", async () => {
    const here = await world();
    const ids = Array.from({ length: 250 }, (_, n) => `m${String(n).padStart(3, "0")}`);
    here.told.messages = new Map(ids.map((id) => [id, ["INBOX"]]));
    here.told.messages.set("x", ["SPAM"]);
    await here.session();

    const stored = here.state.log.map(({ there }) => there.map(({ item }) => item.id));
    expect(stored.flat().filter((id) => id !== "x")).toEqual(ids);
    expect(stored.map(({ length }) => length)).toEqual([0, 100, 100, 51, 0]);
    expect(here.state.log.map(({ isEnd }) => isEnd)).toEqual([false, false, false, false, true]);
    expect(here.state.isWhole).toBe(true);
    expect(linkOf(here)).toEqual({ history: "9", after: LINK.after, named: [] });
  });

  it("asks the profile alone before it is asked for anything, and is done once a session", async () => {
    const here = await world();
    const sync = await here.open();
    await sync.begin();
    expect(here.paths()).toEqual(["/profile"]);
    await sync.update();
    expect(here.paths()).toEqual(["/profile"]);
    sync.asked({ since: SINCE });
    await sync.update();
    const many = here.paths().length;
    await sync.update();
    expect(here.paths()).toHaveLength(many);
  });

  it("stops where another reader was first, and leaves the rest to that one", async () => {
    const here = await world();
    here.told.messages = new Map(Array.from({ length: 250 }, (_, n) => [`m${n}`, ["INBOX"]]));
    here.state.busyAfter = 2;
    await here.session();
    expect([here.state.log.length, here.state.isWhole]).toEqual([2, false]);
  });

  it("without an end of a list stores what there is, and says so", async () => {
    const here = await world();
    here.told.messages = new Map([["a", ["INBOX"]]]);
    here.told.nextPage = "again";
    await expect(here.session()).rejects.toThrow(ServerDisagrees);
    expect(here.places()).toEqual({ a: "INBOX" });
    expect(here.state.isWhole).toBe(false);
  });

  it("puts a message of which nothing usable is said where its list was: spam is no inbox", async () => {
    const here = await world();
    here.told.messages = new Map([
      ["good", ["INBOX"]],
      ["odd", ["SPAM"]],
    ]);
    const { messages } = here.told;
    here.told.messages = new Proxy(messages, {
      get: (target, name) =>
        name === "get"
          ? (id: string) => (id === "odd" ? undefined : target.get(id))
          : (Reflect.get(target, name) as () => unknown).bind(target),
    });
    await here.session();
    expect(here.places()).toEqual({ good: "INBOX", odd: "SPAM" });
  });
});

describe("a reading of changes", () => {
  it("asks each named message where it is, removes what is deleted and moves the link to where the history ended", async () => {
    const here = await readOnce({ a: ["INBOX"], b: ["INBOX"], c: ["INBOX"] });
    here.told.messages.set("b", ["SENT"]).set("d", ["INBOX"]);
    here.told.messages.delete("c");
    here.told.history[""] = changed("12", ["b", "d"], deleted("c"));
    await here.session();

    expect(here.places()).toEqual({ a: "INBOX", b: "SENT", d: "INBOX" });
    expect(linkOf(here)).toMatchObject({ history: "12" });
    expect(here.state.log).toHaveLength(1);
  });

  it("without changes writes nothing where the history id stays, and only the link where it moves", async () => {
    const here = await readOnce({ a: ["INBOX"] });
    here.told.history[""] = json({ historyId: "9" });
    await here.session();
    expect(here.state.log).toEqual([]);
    here.told.history[""] = json({ historyId: "10" });
    await here.session();
    expect(here.state.log).toMatchObject([{ there: [], gone: [] }]);
    expect(linkOf(here)).toMatchObject({ history: "10" });
  });

  it.each([
    [100, [100]],
    [101, [1, 100]],
    [250, [100, 50, 100]],
  ])("of %i messages on a page is stored in parts under the page's own link, which the last one moves", async (count, parts) => {
    const here = await readOnce({});
    const ids = Array.from({ length: count }, (_, n) => `m${n}`);
    here.told.messages = new Map(ids.map((id) => [id, ["INBOX"]]));
    here.told.history[""] = changed("12", ids);
    const before = here.state.link;
    await here.session();

    expect(here.state.log.map(({ there }) => there.length)).toEqual(parts);
    expect(here.state.log.map(({ next }) => next === before)).toEqual(parts.map((_, at) => at < parts.length - 1));
    expect(Object.keys(here.places())).toHaveLength(count);
    expect(linkOf(here)).toMatchObject({ history: "12" });
  });

  it("stops within a long page where another reader was first", async () => {
    const here = await readOnce({});
    const ids = Array.from({ length: 250 }, (_, n) => `m${n}`);
    here.told.messages = new Map(ids.map((id) => [id, ["INBOX"]]));
    here.told.history[""] = changed("12", ids);
    here.state.busyAfter = 1;
    await here.session();
    expect([here.state.log.length, linkOf(here)["history"]]).toEqual([1, "9"]);
  });

  it("goes over all pages, and ends at the history id of the first", async () => {
    const here = await readOnce({});
    here.told.messages = new Map([
      ["a", ["INBOX"]],
      ["b", ["INBOX"]],
      ["c", ["INBOX"]],
    ]);
    here.told.history = { "": changed("12", ["a"], {}, "p2"), p2: changed("13", ["b"], {}, "p3"), p3: changed("14", ["c"]) };
    await here.session();
    expect(Object.keys(here.places())).toEqual(["a", "b", "c"]);
    expect(here.state.log.map(({ next }) => (JSON.parse(next!) as { page?: string }).page)).toEqual(["p2", "p3", undefined]);
    expect(linkOf(here)).toEqual({ history: "12", after: LINK.after, named: [] });
  });

  it.each([
    ["whose pages lead in a circle", { "": changed("12", ["a"], {}, "p2"), p2: changed("12", ["b"], {}, "p2") }],
    ["whose next page Gmail refuses", { "": changed("12", ["a"], {}, "p2"), p2: { status: 400 } }],
  ])("%s begins again with the lists", async (_, history) => {
    const here = await readOnce({ z: ["INBOX"] });
    here.told.messages = new Map([
      ["a", ["INBOX"]],
      ["b", ["INBOX"]],
      ["late", ["INBOX"]],
    ]);
    here.told.history = history;
    await here.session();
    expect(here.places()).toEqual({ a: "INBOX", b: "INBOX", late: "INBOX" });
    expect(linkOf(here)).toEqual({ history: "9", after: LINK.after, named: [] });
  });

  it("whose next page fails is an error, and goes on there", async () => {
    const here = await readOnce({});
    here.told.messages = new Map([["a", ["INBOX"]]]);
    here.told.history = { "": changed("12", ["a"], {}, "p2"), p2: { status: 500 } };
    await expect(here.session()).rejects.toMatchObject({ code: 500 });
    expect(linkOf(here)).toMatchObject({ page: "p2", upTo: "12" });
  });
});

describe("the first call", () => {
  it("to a history that Gmail has forgotten restarts the mailbox, and everything is compared", async () => {
    const here = await readOnce({ a: ["INBOX"], b: ["INBOX"] });
    here.told.messages.delete("b");
    here.told.history[""] = { status: 404 };
    const before = here.state.link;
    await here.session();
    expect(here.state.restarted).toEqual([before]);
    expect(here.places()).toEqual({ a: "INBOX" });
  });

  it("with a page that is refused reads its changes from their start", async () => {
    const here = await readOnce({});
    here.state.link = JSON.stringify({ ...LINK, history: "9", page: "old", upTo: "11" });
    here.told.messages = new Map([["a", ["INBOX"]]]);
    here.told.history = { old: { status: 400 }, "": changed("12", ["a"]) };
    await here.session();
    expect(here.places()).toEqual({ a: "INBOX" });
    expect(linkOf(here)).toMatchObject({ history: "12" });
    expect(here.state.restarted).toEqual([]);
  });

  it.each([
    [400, undefined],
    [403, "p"],
    [500, undefined],
  ])("that is answered with %i is an error", async (status, page) => {
    const here = await readOnce({ a: ["INBOX"] });
    here.state.link = JSON.stringify({ ...LINK, history: "9", ...(page !== undefined && { page }) });
    here.told.history = { "": { status }, p: { status } };
    const sync = await here.open();
    await expect(sync.begin()).rejects.toMatchObject({ code: status });
    expect(here.state).toMatchObject({ restarted: [], log: [] });
  });

  it("of an earlier date than was read lists everything again", async () => {
    const here = await readOnce({ a: ["INBOX"] });
    here.told.history[""] = json({ historyId: "9" });
    const sync = await here.open();
    sync.asked({ since: new Date(0) });
    await sync.begin();
    await sync.update();
    expect(linkOf(here)).toMatchObject({ after: 0 });
    expect(here.paths().some((path) => path.startsWith("/messages?"))).toBe(true);
  });
});

describe("a history of slow pages", () => {
  it("goes on in the next session where it has brought something, and begins with the lists where it has not", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      for (const [ids, isRestarted] of [
        [["a"], false],
        [[], true],
      ] as const) {
        const here = await readOnce({ z: ["INBOX"] });
        here.told.messages.set("a", ["INBOX"]).set("b", ["INBOX"]);
        here.told.history = { "": changed("12", ids, {}, "p2"), p2: changed("13", ["b"]) };
        const sync = await here.open();
        sync.asked({ since: SINCE });
        await sync.begin();
        const takeAll = here.directory.takeAll.bind(here.directory);
        here.directory.takeAll = (...given) => {
          vi.setSystemTime(Date.now() + 20_000);
          here.directory.takeAll = takeAll;
          return takeAll(...given);
        };
        await sync.update();
        expect(linkOf(here)["page"]).toBe(isRestarted ? undefined : "p2");
        expect(here.paths().filter((path) => path.startsWith("/messages?")).length > 2).toBe(isRestarted);
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it("stops after a page that another reader has taken", async () => {
    const here = await readOnce({});
    here.told.messages = new Map([
      ["a", ["INBOX"]],
      ["b", ["INBOX"]],
    ]);
    here.told.history = { "": changed("12", ["a"], {}, "p2"), p2: changed("13", ["b"]) };
    here.state.busyAfter = 0;
    await here.session();
    expect(here.paths().filter((path) => path.startsWith("/history"))).toHaveLength(1);
  });
});
