// How a mailbox's directory is compared with Gmail, one guard at a time: labels, lists, and what is silently missing.
import { describe, expect, it } from "vitest";
import { ServerDisagrees } from "#shared/inbox/pull/sync-state.ts";
import { changed, deleted, json, LINK, readOnce, world, type World } from "#test/support/gmail-world.ts";

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
    expect(new Set(asked.map((path) => /messages\/(\w+)/.exec(path)?.[1]))).toEqual(new Set(["c", "e"]));
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
