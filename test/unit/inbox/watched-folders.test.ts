import { describe, expect, it } from "vitest";
import type { AskedFolders } from "#shared/inbox/ports/mail-session.ts";
import type { WatchedFolder } from "#shared/inbox/pull/choose-folders.ts";
import { aLiedWorld, smallMail } from "#test/support/lied-world.ts";
import { idOf } from "#test/support/pull-world.ts";
import { scriptedImap } from "#test/support/scripted-imap.ts";
import type { Script } from "#test/support/scripted-proxy.ts";

const server = await scriptedImap();

/** A server that announces nothing beyond IMAP4rev1. */
const plain: Script = (answer) => [answer.replace(/CAPABILITY [^\]\r]*/, "CAPABILITY IMAP4rev1 AUTH=PLAIN")];
/** A server that lists these folders, each with counters, whatever it is asked. */
const listing =
  (lines: readonly string[], capabilities = "IMAP4rev1 SPECIAL-USE LIST-EXTENDED LIST-STATUS"): Script =>
  (answer, { command }) => {
    const said = answer.replace(/CAPABILITY [^\]\r]*/, `CAPABILITY ${capabilities}`);
    if (!command.startsWith("LIST")) return [said];
    if (answer.startsWith("*")) return [];
    return [...lines.map((line) => `${line}\r\n`), said];
  };
const list = (name: string, flags = "") => `* LIST (${flags}) "/" ${name}`;
const status = (name: string, uidNext = 7) => `* STATUS ${name} (UIDNEXT ${uidNext} UIDVALIDITY 3 MESSAGES 2)`;
const both = (name: string, flags = "") => [list(name, flags), status(name)];

/** What is found, and what it was asked by. */
const found = async (known: readonly WatchedFolder[] = [], asked?: AskedFolders) => {
  const account = { host: "localhost", port: 993, username: "folders@sender.example", credential: { password: "sandbox" } };
  const session = await server.reader.open(account, AbortSignal.timeout(10_000));
  server.commands.splice(0);
  try {
    const folders = await session.folders(known, asked);
    return { folders, paths: folders.map(({ path, role }) => `${path}: ${role}`), commands: [...server.commands] };
  } finally {
    session.close();
  }
};
const others = (count: number): readonly WatchedFolder[] => [
  { path: "INBOX", role: "inbox" },
  ...Array.from({ length: count }, (_, n) => ({ path: `F${n}`, role: "other" as const })),
];

describe("a server with LIST-STATUS", () => {
  it("tells all folders in one command, also new ones", async () => {
    server.script = listing([...both('"INBOX"'), ...both('"Sent"', "\\Sent"), ...both('"New"')]);

    const { folders, commands } = await found([{ path: "INBOX", role: "inbox" }], { inTurn: ["INBOX"] });

    expect(folders.map(({ notRead: _notRead, ...folder }) => folder)).toEqual(
      (["INBOX inbox", "Sent sent", "New other"] as const).map((one) => {
        const [path, role] = one.split(" ");
        return { path, role, uidNext: 7, uidValidity: "3", messages: 2 };
      }),
    );
    expect(commands).toEqual(['LIST "" ("*") RETURN (SPECIAL-USE STATUS (UIDNEXT UIDVALIDITY MESSAGES))']);
  });

  it("is asked by names where there are more than are read, in commands of bounded length, and by all in a pull", async () => {
    const long = others(99).map(({ path, role }) => ({ path: path === "INBOX" ? path : `${path} ${"x".repeat(200)}`, role }));
    server.script = listing(long.flatMap(({ path }) => both(`"${path}"`)));

    const poll = await found(long, { inTurn: ["INBOX"] });
    const pull = await found(long);

    expect(poll.commands.map((command) => command.slice(0, 16))).toEqual(
      ['LIST "" ("INBOX"', ...Array<string>(2).fill('LIST "" ("F')].map((one) => expect.stringContaining(one) as string),
    );
    expect(poll.commands.every((command) => command.length < 8_192)).toBe(true);
    expect(pull.commands).toHaveLength(1);
    expect(pull.commands[0]).toContain('("*")');
    expect(poll.paths).toEqual(pull.paths.toSorted((a, b) => poll.paths.indexOf(a) - poll.paths.indexOf(b)));
  });

  it("that refuses what it announces is asked plainly", async () => {
    server.script = (answer, point) => {
      if (point.command.includes("RETURN") && /^\w+ OK/.test(answer)) return [answer.replace(/ OK.*/, " BAD what is RETURN?")];
      return [answer];
    };

    const { paths, commands } = await found();

    expect(paths).toEqual(["INBOX: inbox", "Sent: sent", "Junk: junk"]);
    expect(commands.map((command) => command.split(" ")[0])).toEqual(["LIST", "LIST", "STATUS"]);
  });

  it("that names no folder at all tells nothing", async () => {
    server.script = listing([]);

    await expect(found()).rejects.toThrow("lists no folders");
  });
});

describe("a server that refuses to list its folders", () => {
  /** Refuses LIST where the pattern says so, in these words. */
  const refusing =
    (words: string, capabilities = "IMAP4rev1 SPECIAL-USE LIST-EXTENDED LIST-STATUS"): Script =>
    (answer, { command }) => {
      if (!command.startsWith("LIST")) return [answer.replace(/CAPABILITY [^\]\r]*/, `CAPABILITY ${capabilities}`)];
      const tag = /^([0-9A-F]+) OK/.exec(answer)?.[1];
      return tag === undefined ? [] : [`${tag} ${words}\r\n`];
    };

  it.each([["NO [NOPERM] not for you"], ["NO not for you"], ["BAD not for you"]])("shows INBOX and what is known: %s", async (words) => {
    for (const capabilities of [undefined, "IMAP4rev1"]) {
      server.script = refusing(words, capabilities);

      expect((await found()).folders).toMatchObject([
        { path: "INBOX", role: "inbox", uidValidity: expect.stringMatching(/^\d+$/), notRead: { count: 0, refusal: "not for you" } },
      ]);
      const { folders, paths } = await found(others(2), { named: ["F1", "Clients"] });
      expect(paths).toEqual(["INBOX: inbox", "F0: other", "F1: other"]);
      expect(folders[0]?.notRead).toEqual({ count: 1, some: ["Clients"], refusal: "not for you" });
    }
  });

  it("is asked for folders in turn in a poll, as before", async () => {
    server.script = refusing("NO later");

    const { folders } = await found(others(3), { inTurn: ["INBOX", "F2"] });

    expect(folders.map(({ isAsked }) => isAsked)).toEqual([undefined, false, false, undefined]);
  });

  it("has its INBOX read, with its words told until it lists again", async () => {
    const world = await aLiedWorld(server);
    world.deliver(smallMail(1));
    server.script = refusing("NO not for you");

    await world.pull();

    expect(world.storedIds()).toEqual([idOf(1)]);
    expect(await world.current()).toMatchObject({
      status: "active",
      inboxLastError: "IMAP: the server refuses to list its folders, so only these are read: INBOX. It says: not for you",
    });
    server.script = (answer) => [answer];
    world.wait(120_000);
    await world.pull();
    expect((await world.current()).inboxLastError).toBe("");
  });

  it("is no server that lists nothing or says BYE", async () => {
    server.script = (answer, { command }) => (command.startsWith("LIST") ? ["* BYE\r\n", answer] : [answer]);

    await expect(found()).rejects.toThrow();
  });
});

describe("a folder that is known and that LIST does not name", () => {
  const known = others(2);

  it("is asked for again by its name, and stays if it is named then", async () => {
    let times = 0;
    server.script = (answer, point) => {
      if (point.command.startsWith("LIST") && !answer.startsWith("*")) times += 1;
      return listing([...both("INBOX"), ...both("F0"), ...(point.command.includes('"F1"') ? both("F1") : [])])(answer, point);
    };

    expect((await found(known)).paths).toEqual(["INBOX: inbox", "F0: other", "F1: other"]);
    expect(times).toBe(2);
  });

  it("is left out if it is not, and INBOX never", async () => {
    server.script = listing(both("F0"));

    const { folders } = await found(known);

    expect(folders.map(({ path, uidValidity }) => [path, uidValidity])).toEqual([
      ["INBOX", ""],
      ["F0", "3"],
    ]);
  });

  it("stays without its counters while LIST names it", async () => {
    server.script = listing([...both("INBOX"), list("F0"), ...both("F1")]);

    expect((await found(known)).folders.map(({ uidValidity }) => uidValidity)).toEqual(["3", "", "3"]);
  });
});

describe("a server without LIST-STATUS", () => {
  it("is asked by at most four commands in a poll: INBOX, and whose turn it is", async () => {
    server.script = plain;
    for (const n of [0, 1, 2, 3, 4]) server.store.create("folders@sender.example", `F${n}`);

    const { folders, commands } = await found(others(5), { inTurn: ["INBOX", "F1", "F3", "F4"] });

    expect(commands.map((command) => command.replace(/ \(.*/, ""))).toEqual(["INBOX", "F1", "F3", "F4"].map((path) => `STATUS ${path}`));
    expect(folders.map(({ isAsked }) => isAsked)).toEqual([undefined, false, undefined, false, undefined, undefined]);
  });

  it("is asked about all that is known in a pull, and not about what is opened anyway", async () => {
    server.script = plain;

    const { folders, commands } = await found(others(2));

    expect(commands.map((command) => command.replace(/ \(.*/, ""))).toEqual(['LIST "" "*"', "STATUS INBOX", "STATUS F0", "STATUS F1"]);
    expect(folders).toHaveLength(8);
  });

  it("lists its folders when one that is asked for is not told", async () => {
    server.script = plain;

    const { paths } = await found([...others(1), { path: "Gone", role: "other" }], { inTurn: ["INBOX", "Gone"] });

    expect(paths).not.toContain("Gone: other");
    expect(paths).toContain("F4: other");
  });
});

describe("the names of folders", () => {
  it("are decoded, and sent back as they came", async () => {
    const names = ["&Zi9xZw-", '"R&-D"', '"Entw&APw-rfe 2"'];
    server.script = listing([...both("inbox"), ...names.flatMap((name) => both(name))]);
    const known = (await found()).folders;

    expect(known.map(({ path, uidNext }) => [path, uidNext])).toEqual(
      [
        ["INBOX", 7],
        ["Entwürfe 2", 7],
        ["R&D", 7],
        ["是本", 7],
      ].map(([path, uidNext]) => [path === "是本" ? expect.any(String) : path, uidNext]),
    );
    server.script = plain;
    for (const name of ["Entw&APw-rfe 2", "R&-D", "&Zi9xZw-"]) server.store.create("folders@sender.example", name);
    const { commands } = await found(known, { inTurn: known.map(({ path }) => path) });
    expect(commands.slice(1, 4).map((command) => command.replace(/ \(.*/, ""))).toEqual([
      'STATUS "Entw&APw-rfe 2"',
      'STATUS "R&-D"',
      'STATUS "&Zi9xZw-"',
    ]);
  });

  it.each([
    ["too long", `"${"x".repeat(1_001)}"`],
    ["with a line end", "{6}\r\nab\r\ncd"],
    ["with a control character", '"a\u0007b"'],
    ["empty", '""'],
    ["that are no UTF-7", '"Research & Development"'],
    ["in octets of no encoding", '"\u00ff\u00fe"'],
  ])("are left out when they are %s", async (_, name) => {
    server.script = listing([...both("INBOX"), ...both(name), ...both("Fine")]);

    expect((await found()).paths).toEqual(["INBOX: inbox", "Fine: other"]);
  });

  it("are as many as are read, however many a server names", async () => {
    server.script = listing(Array.from({ length: 20_000 }, (_, n) => list(`"F${n}"`)));

    const { folders } = await found();

    expect(folders).toHaveLength(100);
    expect(folders[0]?.notRead?.count).toBe(2_000 - 99);
  });
});

describe("a mailbox with many folders", () => {
  /** A mailbox with mail in several folders, pulled. */
  const aWorld = async (...folders: readonly string[]) => {
    const world = await aLiedWorld(server);
    world.deliver(smallMail(1));
    for (const [n, folder] of folders.entries()) {
      server.store.create(world.mailbox.email, folder);
      world.deliver(smallMail(n + 2), { folder });
    }
    await world.pull();
    return world;
  };
  const commandsOf = async (work: () => Promise<unknown>) => {
    server.commands.splice(0);
    await work();
    return server.commands.map((command) => command.replace(/ \(.*/, "").replace(/LOGIN.*/, "LOGIN"));
  };

  it("is pulled from all of them, also from those that are made later", async () => {
    const world = await aWorld("Clients", "Archive/2026");
    expect(world.storedIds()).toEqual([1, 2, 3].map(idOf));

    server.store.create(world.mailbox.email, "New");
    world.deliver(smallMail(4), { folder: "New" });
    await world.pull();

    expect(world.storedIds()).toEqual([1, 2, 3, 4].map(idOf));
  });

  it("is asked by two commands when nothing is new, whatever their number", async () => {
    const world = await aWorld(...Array.from({ length: 60 }, (_, n) => `F${n}`));

    expect(await commandsOf(world.pull)).toEqual(["LOGIN", 'LIST ""']);
    expect(world.storedIds()).toHaveLength(61);
  });

  it("is asked by five commands when nothing is new where the server has no LIST-STATUS", async () => {
    server.script = plain;
    const world = await aWorld(...Array.from({ length: 20 }, (_, n) => `F${n}`));

    const asked = await commandsOf(() => world.pull({ brief: true }));

    expect(asked).toHaveLength(5);
    expect(asked.slice(0, 2)).toEqual(["LOGIN", "STATUS INBOX"]);
  });

  it("finds what came into any of them within a day where the server has no LIST-STATUS", async () => {
    server.script = plain;
    const world = await aWorld(...Array.from({ length: 20 }, (_, n) => `F${n}`));
    world.deliver(smallMail(99), { folder: "F7" });
    let polls = 0;
    while (!world.storedIds().includes(idOf(99)) && polls < 720) {
      await world.pull({ brief: true });
      world.wait(120_000);
      polls += 1;
    }

    expect(polls).toBeLessThan(720);
  });
});
