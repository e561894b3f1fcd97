// How a mailbox's directory follows Gmail, one guard at a time: the suites on the stores show that nothing is lost, this one what each step does.
import { describe, expect, it, vi } from "vitest";
import type { DirectoryFolder, MailboxPage, MailDirectory } from "#shared/inbox/ports/mail-directory.ts";
import { ServerDisagrees } from "#shared/inbox/pull/sync-state.ts";
import { gmailSync } from "#shared/transports/gmail/gmail-sync.ts";
import { readsOver, type ServerAnswer } from "#test/support/api-reads.ts";

const json = (body: unknown): ServerAnswer => ({ status: 200, body });
const SINCE = new Date(86_400_000 * 400);
const LINK = { history: "5", after: 86_400 * 399, named: [] as string[] };

/** A directory in memory; `log` has what was stored, and `busy` lets that many pages pass before another reader is first. */
const directoryOf = (link?: object) => {
  const state = {
    folders: [] as Pick<DirectoryFolder, "id" | "path" | "use">[],
    places: new Map<string, string>(),
    link: link === undefined ? undefined : JSON.stringify(link),
    isWhole: link !== undefined,
    log: [] as MailboxPage[],
    restarted: [] as string[],
    busyAfter: Infinity,
  };
  const directory = {
    folders: async () =>
      state.folders.map((folder) => ({
        ...folder,
        uidValidity: "1",
        uidNext: 1,
        isWhole: state.isWhole,
        count: [...state.places.values()].filter((id) => id === folder.id).length,
      })),
    setFolders: async (_: string, folders: typeof state.folders) => {
      state.folders = [...folders];
      for (const [id, place] of state.places) if (!folders.some((folder) => folder.id === place)) state.places.delete(id);
    },
    cursor: async () => ({ ...(state.link !== undefined && { link: state.link }), isWhole: state.isWhole }),
    places: async () => new Map(state.places),
    restartAll: async (_: string, used: string) => {
      state.restarted.push(used);
      state.link = undefined;
    },
    takeAll: async (_: string, page: MailboxPage) => {
      if (state.log.length >= state.busyAfter || page.used !== state.link) return false;
      state.log.push(page);
      for (const id of page.gone) state.places.delete(id);
      for (const { folderId, item } of page.there) state.places.set(item.id, folderId);
      state.link = page.next;
      state.isWhole ||= page.isEnd;
      return true;
    },
  } as unknown as MailDirectory;
  return { state, directory };
};

interface Told {
  labels: { id: string; name: string }[];
  /** Where each message is, by its labels. */
  messages: Map<string, string[]>;
  /** The pages of the history by token; "" for the first. */
  history: Record<string, ServerAnswer>;
  counted: Record<string, number>;
  /** Ids that the lists leave out, or have besides. */
  unlisted: Set<string>;
  /** The lists' next page, always. */
  nextPage: string | undefined;
  /** What the lists by a search lack, and the one by the label alone has. */
  hiddenFromSearch: Set<string>;
  receivedAt: (id: string) => number;
}

/** Gmail, a directory and a session between them. */
const world = async (link?: object) => {
  const told: Told = {
    labels: [],
    messages: new Map(),
    history: {},
    counted: {},
    unlisted: new Set(),
    nextPage: undefined,
    hiddenFromSearch: new Set(),
    receivedAt: () => SINCE.getTime(),
  };
  const { state, directory } = directoryOf(link);
  const answer = (path: string): ServerAnswer => {
    const { pathname, searchParams: query } = new URL(path, "https://x.test");
    const at = pathname.replace("/gmail/v1/users/me", "");
    if (at === "/profile") return json({ historyId: "9" });
    if (at === "/labels") return json({ labels: told.labels.map((label) => ({ ...label, type: "user" })) });
    if (at.startsWith("/labels/")) return json({ messagesTotal: told.counted[at.slice(8)] ?? 0 });
    if (at === "/history") return told.history[query.get("historyTypes") ?? query.get("pageToken") ?? ""] ?? { status: 500 };
    if (at === "/messages") {
      const label = query.get("labelIds");
      const isIn = (labels: string[]) => (label === null ? !labels.includes("SPAM") : labels.includes(label));
      const ids = [...told.messages]
        .flatMap(([id, labels]) =>
          isIn(labels) && !told.unlisted.has(id) && !(query.has("q") && told.hiddenFromSearch.has(id)) ? [id] : [],
        )
        .toReversed();
      return json({ messages: ids.map((id) => ({ id })), ...(told.nextPage !== undefined && { nextPageToken: told.nextPage }) });
    }
    const id = at.replace("/messages/", "");
    const labelIds = told.messages.get(id);
    return labelIds ? json({ id, labelIds, internalDate: String(told.receivedAt(id)), sizeEstimate: 7 }) : { status: 404 };
  };
  const { reads, asked } = readsOver("gmail_api", answer);
  const open = () => gmailSync({ ...reads, directory, mailboxId: "m" });
  const session = async () => {
    const sync = await open();
    sync.asked({ since: SINCE });
    await sync.begin();
    await sync.update();
    return sync;
  };
  const paths = () => asked.map(({ path }) => path.replace("/gmail/v1/users/me", ""));
  const places = () => Object.fromEntries([...state.places].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return { told, state, directory, open, session, paths, places };
};
type World = Awaited<ReturnType<typeof world>>;

const changed = (historyId: string, ids: readonly string[], more: object = {}, next = ""): ServerAnswer =>
  json({ historyId, history: [{ messages: ids.map((id) => ({ id })), ...more }], ...(next !== "" && { nextPageToken: next }) });
const deleted = (...ids: string[]) => ({ messagesDeleted: ids.map((id) => ({ message: { id } })) });
const linkOf = ({ state }: World) => JSON.parse(state.link ?? "{}") as Record<string, unknown>;
/** A mailbox that was read once, with these messages at Gmail. */
const readOnce = async (messages: Readonly<Record<string, string[]>>, labels: { id: string; name: string }[] = []) => {
  const here = await world();
  here.told.labels = labels;
  here.told.messages = new Map(Object.entries(messages));
  await here.session();
  here.state.log.length = 0;
  return here;
};

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

describe("a message that is silently missing", () => {
  it("stays until a second sign: an answer that it is missing alone removes nothing", async () => {
    const here = await readOnce({ a: ["INBOX"], b: ["INBOX"] });
    here.told.messages.delete("b");
    here.told.history = { "": changed("12", ["b"]), messageDeleted: json({ historyId: "12" }) };
    await here.session();
    expect(here.places()).toEqual({ a: "INBOX", b: "INBOX" });
  });

  it("goes where the history of now records its deletion", async () => {
    const here = await readOnce({ a: ["INBOX"], b: ["INBOX"] });
    here.told.messages.delete("b");
    here.told.history = { "": changed("12", ["b"]), messageDeleted: changed("13", [], deleted("b")) };
    await here.session();
    expect(here.places()).toEqual({ a: "INBOX" });
  });
});

describe("labels", () => {
  const LABEL = { id: "Label_1", name: "Work" };

  it("that are new are listed anew, once one is met that nobody knows, and compared", async () => {
    const here = await readOnce({ a: ["INBOX"], old: ["Label_1"] });
    expect(here.places()).toEqual({ a: "INBOX", old: "ARCHIVE" });
    here.told.labels = [LABEL];
    here.told.messages.set("b", ["Label_1"]);
    here.told.history[""] = changed("12", ["b"]);
    await here.session();
    expect(here.places()).toEqual({ a: "INBOX", old: "Label_1", b: "Label_1" });
  });

  it("that are gone leave their messages to the archive's folder, which is compared then, and only then", async () => {
    const here = await readOnce({ a: ["INBOX"], b: ["Label_1"] }, [LABEL]);
    expect(here.places()).toEqual({ a: "INBOX", b: "Label_1" });
    here.told.labels = [];
    here.told.messages.set("b", []);
    const sync = await here.open();
    const before = here.paths().length;
    await sync.relist();
    expect(here.places()).toEqual({ a: "INBOX", b: "ARCHIVE" });
    const compared = here.paths().length;
    await sync.relist();
    expect([compared - before > 1, here.paths().length - compared]).toEqual([true, 1]);
  });

  it("that are gone and held nothing cost no comparison", async () => {
    const here = await readOnce({ a: ["INBOX"] }, [LABEL]);
    here.told.labels = [];
    const before = here.paths().length;
    await (await here.open()).relist();
    expect(here.paths().slice(before)).toEqual(["/labels"]);
  });
});

describe("a comparison", () => {
  const folder = (here: World, id: string) => ({
    ...here.state.folders.find((one) => one.id === id)!,
    uidValidity: "1",
    uidNext: 1,
    count: 0,
    isWhole: true,
  });

  it("brings what is listed elsewhere or unknown, and removes what is not listed and not found", async () => {
    const here = await readOnce({ a: ["INBOX"], b: ["INBOX"], c: ["SENT"] });
    here.told.messages.set("new", ["INBOX"]).set("c", ["INBOX"]);
    here.told.messages.delete("b");
    here.told.counted["INBOX"] = 3;
    expect(await (await here.open()).repair(folder(here, "INBOX"))).toBe(0);
    expect(here.places()).toEqual({ a: "INBOX", c: "INBOX", new: "INBOX" });
  });

  it("keeps what is not listed and still found, and tells how many more Gmail counts", async () => {
    const here = await readOnce({ a: ["INBOX"], b: ["INBOX"] });
    here.told.unlisted.add("b");
    here.told.counted["INBOX"] = 4;
    expect(await (await here.open()).repair(folder(here, "INBOX"))).toBe(3);
    expect(here.places()).toEqual({ a: "INBOX", b: "INBOX" });
  });

  it("of a list without end removes nothing, and says so", async () => {
    const here = await readOnce({ a: ["INBOX"], b: ["INBOX"] });
    here.told.messages.delete("b");
    here.told.nextPage = "again";
    await expect((await here.open()).repair(folder(here, "INBOX"))).rejects.toThrow(ServerDisagrees);
    expect(here.places()).toEqual({ a: "INBOX", b: "INBOX" });
  });

  it("of the archive takes what is in no other folder alone, and counts nothing", async () => {
    const here = await readOnce({ a: ["INBOX"], b: [] });
    here.told.messages.set("c", []);
    expect(await (await here.open()).repair(folder(here, "ARCHIVE"))).toBeUndefined();
    expect(here.places()).toEqual({ a: "INBOX", b: "ARCHIVE", c: "ARCHIVE" });
  });

  it("of a mailbox that was never read is none", async () => {
    const here = await world();
    expect(await (await here.open()).repair({ id: "INBOX", path: "INBOX" } as never)).toBeUndefined();
    expect(here.paths()).toEqual([]);
  });
});

describe("a comparison's details", () => {
  const repaired = async (here: World, id: string) =>
    (await here.open()).repair({
      ...here.state.folders.find((one) => one.id === id)!,
      uidValidity: "1",
      uidNext: 1,
      count: 0,
      isWhole: true,
    });

  it("of a label leaves what stands in INBOX or another label, and takes what stands in the archive or nowhere", async () => {
    const labels = [
      { id: "Label_1", name: "One" },
      { id: "Label_2", name: "Two" },
    ];
    const here = await readOnce({ a: ["INBOX", "Label_1"], b: ["Label_2"], c: [], d: ["Label_1"] }, labels);
    expect(here.places()).toEqual({ a: "INBOX", b: "Label_2", c: "ARCHIVE", d: "Label_1" });
    here.told.messages.set("b", ["Label_2", "Label_1"]).set("c", ["Label_1"]).set("e", ["Label_1"]);
    const before = here.paths().length;
    await repaired(here, "Label_1");
    expect(here.places()).toEqual({ a: "INBOX", b: "Label_2", c: "Label_1", d: "Label_1", e: "Label_1" });
    // Only what stands elsewhere than it may is asked for.
    const asked = here
      .paths()
      .slice(before)
      .filter((path) => path.includes("format=minimal"));
    expect(asked.map((path) => /messages\/(\w+)/.exec(path)?.[1]).toSorted()).toEqual(["c", "e"]);
  });

  it("of INBOX and of spam takes what stands in any other folder", async () => {
    const here = await readOnce({ a: ["Label_1"], b: ["INBOX"] }, [{ id: "Label_1", name: "One" }]);
    here.told.messages.set("a", ["Label_1", "INBOX"]);
    await repaired(here, "INBOX");
    expect(here.places()).toEqual({ a: "INBOX", b: "INBOX" });
    here.told.messages.set("a", ["SPAM"]);
    await repaired(here, "SPAM");
    expect(here.places()).toEqual({ a: "SPAM", b: "INBOX" });
  });

  it("stores in steps of a hundred, under the link that it began with, and no step more", async () => {
    for (const [count, steps] of [
      [100, [100]],
      [101, [100, 1]],
    ] as const) {
      const here = await readOnce({});
      here.told.messages = new Map(Array.from({ length: count }, (_, n) => [`m${String(n).padStart(3, "0")}`, ["INBOX"]]));
      const before = here.state.link;
      await repaired(here, "INBOX");
      expect(here.state.log.map(({ there }) => there.length)).toEqual(steps);
      expect(here.state.link).toBe(before);
      expect(here.state.log[0]?.there[0]?.item.id).toBe("m000");
    }
  });

  it("puts a listed message of which nothing is said into the folder that lists it", async () => {
    const here = await readOnce({ a: ["INBOX"] }, [{ id: "Label_1", name: "One" }]);
    const messages = new Map([...here.told.messages, ["x", ["Label_1"]]]);
    here.told.messages = new Proxy(messages, {
      get: (target, name) =>
        name === "get"
          ? (id: string) => (id === "x" ? undefined : target.get(id))
          : (Reflect.get(target, name) as () => unknown).bind(target),
    });
    await repaired(here, "Label_1");
    expect(here.places()).toEqual({ a: "INBOX", x: "Label_1" });
  });

  it("stores what only the list of every time has, the young of it, until some in a row are too old", async () => {
    const here = await readOnce({ a: ["INBOX"] });
    const hidden = Array.from({ length: 150 }, (_, n) => `h${String(n).padStart(3, "0")}`);
    for (const id of hidden) here.told.messages.set(id, ["INBOX"]);
    here.told.counted["INBOX"] = 151;
    here.told.hiddenFromSearch = new Set(hidden);
    expect(await repaired(here, "INBOX")).toBe(0);
    expect(Object.keys(here.places())).toHaveLength(151);
    expect(here.state.log.map(({ there }) => there.length)).toEqual([100, 50]);

    const old = await readOnce({ a: ["INBOX"] });
    for (const id of hidden) old.told.messages.set(id, ["INBOX"]);
    old.told.counted["INBOX"] = 151;
    old.told.hiddenFromSearch = new Set(hidden);
    old.told.receivedAt = (id) => (id === "h149" ? LINK.after * 1_000 : LINK.after * 1_000 - 1);
    await repaired(old, "INBOX");
    // The newest hundred have one that is young enough, at the very edge; the next fifty have none.
    expect(old.places()).toEqual({ a: "INBOX", h149: "INBOX" });
    expect(old.state.log).toHaveLength(1);
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
        const { takeAll } = here.directory;
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

describe("a look at the newest", () => {
  it("stores what a history left out, and removes what a short list lacks and is not found", async () => {
    const here = await readOnce({ a: ["INBOX"], b: ["INBOX"] });
    here.told.messages.set("new", ["INBOX"]).set("junk", ["SPAM"]);
    here.told.messages.delete("b");
    await (await here.open()).lookAtNewest();
    expect(here.places()).toEqual({ a: "INBOX", new: "INBOX", junk: "SPAM" });
  });

  it("removes nothing where the list goes on", async () => {
    const here = await readOnce({ a: ["INBOX"], b: ["INBOX"] });
    here.told.messages.delete("b");
    here.told.nextPage = "more";
    await (await here.open()).lookAtNewest().catch(() => undefined);
    expect(here.places()).toEqual({ a: "INBOX", b: "INBOX" });
  });

  it("is none before the mailbox was read to its end", async () => {
    const here = await world(LINK);
    here.state.isWhole = false;
    await (await here.open()).lookAtNewest();
    expect(here.paths()).toEqual([]);
  });
});
