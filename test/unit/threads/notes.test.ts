// Who writes a note, and to which conversation it belongs; who is told of whom in one.
import { describe, expect, it } from "vitest";
import type { KeyInUse } from "#shared/accounts/auth/ports.ts";
import { addNote, listNotes, notesOfOwn, type NotesPorts, presentIn, removeNote, writeNote, writtenBy } from "#shared/threads/notes.ts";

const NOW = new Date("2026-11-21T10:00:00Z");

const rig = (facts: { isFull?: true; isGone?: true } = {}) => {
  const calls: unknown[] = [];
  const ports = {
    notes: {
      add: async (...given: unknown[]) => (calls.push(["add", ...given]), !facts.isFull),
      list: async (...given: unknown[]) => (calls.push(["list", ...given]), []),
      find: async (_user: string, _thread: unknown, id: string) => (id === "n" ? { id, by: "Jo" } : undefined),
      write: async (...given: unknown[]) => (calls.push(["write", ...given]), facts.isGone ? undefined : { id: "n" }),
      remove: async (...given: unknown[]) => (calls.push(["remove", ...given]), !facts.isGone),
    },
    threads: {
      // The thread into which "merged" went.
      find: async (userId: string, id: string) =>
        userId === "user" && ["t", "merged"].includes(id) ? { id: "t", mailboxId: "box", aliasIds: ["merged"] } : undefined,
    },
    clock: { now: () => NOW },
    ids: { objectId: () => "new" },
  } as unknown as NotesPorts;
  return { ports, calls };
};
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    ({ reason }: { reason: string }) => reason,
  );

describe("a note", () => {
  it("is a member's in his own name, whatever he gives; a key gives the name", () => {
    const member = { member: { id: "m", name: "Jo" } } as KeyInUse;

    expect([writtenBy(member, { by: "Eve" }), writtenBy(member, {}), writtenBy({} as KeyInUse, { by: "Eve" })]).toEqual([
      { by: "Jo" },
      { by: "Jo" },
      { by: "Eve" },
    ]);
  });

  it("is added to the conversation that is there now, with its mailbox", async () => {
    const { ports, calls } = rig();
    await addNote(ports, "user", "merged", { text: "x" });

    const note = { id: "new", userId: "user", mailboxId: "box", threadId: "t", text: "x", by: "", createdAt: NOW, updatedAt: NOW };
    expect(calls).toEqual([["add", note]]);
    expect(await reasonOf(addNote(rig({ isFull: true }).ports, "user", "t", { text: "x" }))).toBe("conflict");
  });

  it("is written anew as far as is named, and is none that the conversation has not", async () => {
    const { ports, calls } = rig();
    await writeNote(ports, "user", { threadId: "t", id: "n" }, { text: "y" });
    await writeNote(ports, "user", { threadId: "t", id: "n" }, { by: "" });

    expect(calls.map((call) => (call as unknown[]).at(-1))).toEqual([{ text: "y" }, { by: "" }]);
    const gone = rig({ isGone: true }).ports;
    expect(await reasonOf(writeNote(gone, "user", { threadId: "t", id: "n" }, { text: "y" }))).toBe("notFound");
    expect(await reasonOf(removeNote(gone, "user", { threadId: "t", id: "n" }))).toBe("notFound");
  });

  it("is written anew and deleted by the member who wrote it, by an admin and by a key, and by nobody else", async () => {
    const [jo, eve] = ["Jo", "Eve"].map((name) => ({ member: { id: name, name }, scopes: ["send", "read"] as const }));
    expect([jo!, { ...eve!, scopes: ["read", "admin"] as const }, { scopes: ["read"] as const }].map(notesOfOwn)).toEqual([
      "Jo",
      undefined,
      undefined,
    ]);
    const { ports, calls } = rig();
    const [n, gone] = [
      { threadId: "t", id: "n" },
      { threadId: "t", id: "gone" },
    ];
    for (const name of ["Jo", undefined]) {
      expect(await reasonOf(writeNote(ports, "user", { ...n, of: name }, { text: "y" }))).toBe("done");
      expect(await reasonOf(removeNote(ports, "user", { ...n, of: name }))).toBe("done");
    }
    expect(await reasonOf(writeNote(ports, "user", { ...n, of: "Eve" }, { text: "y" }))).toBe("insufficientScope");
    expect(await reasonOf(removeNote(ports, "user", { ...n, of: "Eve" }))).toBe("insufficientScope");
    expect(calls).toHaveLength(4);
    expect(await reasonOf(removeNote(rig({ isGone: true }).ports, "user", { ...gone, of: "Eve" }))).toBe("notFound");
  });

  it("is of the account's own conversations", async () => {
    const { ports, calls } = rig();
    const n = { threadId: "t", id: "n" };
    const works = (userId: string, threadId: string) => [
      addNote(ports, userId, threadId, { text: "x" }),
      listNotes(ports, userId, threadId, { limit: 1, offset: 0 }),
      writeNote(ports, userId, { ...n, threadId }, { text: "x" }),
      removeNote(ports, userId, { ...n, threadId }),
    ];

    expect(await Promise.all([...works("stranger", "t"), ...works("user", "x")].map(reasonOf))).toEqual(Array(8).fill("notFound"));
    expect(calls).toEqual([]);
    expect(await Promise.all(works("user", "t").map(reasonOf))).toEqual(Array(4).fill("done"));
  });
});

describe("who has a conversation open", () => {
  const signs: unknown[] = [];
  const { threads } = rig().ports;
  const presence = { sign: async (...given: unknown[]) => (signs.push(given), [{ name: "Al", isWriting: false }]) };
  const asked = async (key: Partial<KeyInUse>, viewing: string | undefined, within?: readonly string[]) => {
    signs.length = 0;
    const told = await presentIn({ threads, presence }, { id: "k", userId: "user", scopes: ["read"], ...key }, viewing, true, within);
    return [told.length, signs.length];
  };

  it("is told to whoever sees its mailbox, and to nobody else, who is told of neither", async () => {
    expect(await asked({}, "t")).toEqual([1, 1]);
    expect(await asked({}, "t", ["box"])).toEqual([1, 1]);
    for (const [key, viewing, within] of [
      [{}, "t", ["other"]],
      [{}, "t", []],
      [{}, "x", undefined],
      [{}, undefined, undefined],
      [{ userId: "stranger" }, "t", undefined],
    ] as const)
      expect(await asked(key, viewing, within)).toEqual([0, 0]);
  });

  it("is a member once, whatever session he is in, under his name and the conversation's own id", async () => {
    await asked({ member: { id: "m", name: "Jo" } }, "merged");

    expect(signs).toEqual([["user", "t", { id: "m", name: "Jo", isWriting: true }]]);
  });
});
