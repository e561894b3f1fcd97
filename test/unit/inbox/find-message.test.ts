// When a message at the server is the stored one: by its place, its Message-ID and its whole content.
import { describe, expect, it } from "vitest";
import { findElsewhere, isStoredMessage } from "#shared/inbox/changes/ask-change.ts";
import type { MailPlaces } from "#shared/inbox/ports/messages.ts";
import type { MailSession } from "#shared/inbox/ports/mail-session.ts";
import { fingerprint, headerFingerprint } from "#shared/mail/read/mail-ids.ts";
import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";

const raw = (body: string, id = "<mine@x>") => Buffer.from(`${id && `Message-ID: ${id}\r\n`}Subject: s\r\n\r\n${body}\r\n`);
const MINE = raw("mine");
const stored = { messageId: "<mine@x>", dedupeKey: fingerprint(parseMessage(MINE)) };

type Folders = Readonly<Record<string, Readonly<Record<number, Buffer>>>>;
/** A server; `gives`: what it returns in place of the messages that were asked for; `finds`: what its search says. */
const rig = (folders: Folders, gives?: readonly number[], finds?: readonly number[]) => {
  const fetched: number[] = [];
  let current: Readonly<Record<number, Buffer>> = {};
  const all = () => Object.entries(current).map(([uid, mail]) => ({ uid: Number(uid), mail, id: parseMessage(mail).messageId }));
  const changes = {
    open: async (path: string) => {
      current = folders[path] ?? {};
      return folders[path] && { uidValidity: `of ${path}` };
    },
    messageIds: async (uids: readonly number[]) => new Map(all().flatMap(({ uid, id }) => (uids.includes(uid) ? [[uid, id]] : []))),
    named: async (messageId: string) => finds ?? all().flatMap(({ uid, id }) => (id === messageId ? [uid] : [])),
  } as unknown as MailPlaces;
  const session = {
    facts: async (uids: readonly number[]) => (gives ?? uids).map((uid) => ({ uid })),
    fetch: async (facts: readonly { uid: number }[]) => {
      fetched.push(...facts.map(({ uid }) => uid));
      return facts.map(({ uid }) => ({ facts: { uid }, parsed: parseMessage(current[uid]!) }));
    },
  } as unknown as MailSession;
  const find = (places: readonly (string | undefined)[], of = stored) => findElsewhere(changes, session, of, places);
  const there = async (path: string, uid: number, of = stored) => {
    await changes.open(path);
    return isStoredMessage(changes, session, of, uid);
  };
  return { fetched, find, there };
};

describe("a message at its place", () => {
  it("is known by its Message-ID, and by its content where it has none", async () => {
    const bare = { messageId: "", dedupeKey: fingerprint(parseMessage(raw("bare", ""))) };
    const { there, fetched } = rig({ A: { 1: MINE, 2: raw("other", "<other@x>"), 3: raw("bare", ""), 4: raw("other", "") } });

    expect([await there("A", 1), await there("A", 2), await there("A", 9), await there("A", 3)]).toEqual([true, false, false, false]);
    expect(fetched).toEqual([]);
    expect([await there("A", 3, bare), await there("A", 4, bare), await there("A", 1, bare)]).toEqual([true, false, false]);
  });

  it("is none that the server returns for another", async () => {
    const bare = { messageId: "", dedupeKey: fingerprint(parseMessage(raw("bare", ""))) };

    expect(await rig({ A: { 3: raw("bare", ""), 4: raw("other", "") } }, [3]).there("A", 4, bare)).toBe(false);
  });
});

describe("a message elsewhere", () => {
  it("is in the first folder that has its whole content, which is open then", async () => {
    const { find } = rig({ A: { 1: raw("a fake") }, B: { 5: raw("a fake"), 7: MINE }, C: { 1: MINE } });

    expect(await find([undefined, "", "X", "A", "A", "B", "C"])).toEqual({ folder: "B", uidValidity: "of B", uid: 7 });
    expect(await find(["A", "X"])).toBeUndefined();
  });

  it("is known by its headers where these alone could be read, and whatever time stands behind its key", async () => {
    const { find } = rig({ A: { 1: MINE } });
    const key = (dedupeKey: string) => find(["A"], { ...stored, dedupeKey });

    expect(await key(`${stored.dedupeKey}@1795000000000`)).toMatchObject({ uid: 1 });
    expect(await key(`stub:${headerFingerprint(parseMessage(MINE))}`)).toMatchObject({ uid: 1 });
    expect(await key("stub:other")).toBeUndefined();
    expect(await find(["A"], { messageId: "<other@x>", dedupeKey: stored.dedupeKey })).toBeUndefined();
    expect(await find(["A"], { messageId: "", dedupeKey: stored.dedupeKey })).toBeUndefined();
  });

  it("is looked for among the twenty newest that bear its id: anybody can send such mail", async () => {
    const many = (own: number) =>
      Object.fromEntries(Array.from({ length: 21 }, (_, n) => [n + 1, n + 1 === own ? MINE : raw(`fake ${n}`)]));
    const [first, second] = [rig({ A: many(1) }), rig({ A: many(2) })];

    expect([await first.find(["A"]), first.fetched]).toEqual([undefined, Array.from({ length: 20 }, (_, n) => n + 2)]);
    expect(await second.find(["A"])).toMatchObject({ uid: 2 });
  });

  it("is none that the server returns unasked", async () => {
    expect(await rig({ A: { 1: MINE, 2: raw("fake") } }, [1], [2]).find(["A"])).toBeUndefined();
    expect(await rig({ A: { 1: MINE, 2: raw("fake") } }, [1], [1, 2]).find(["A"])).toMatchObject({ uid: 1 });
  });
});
