// Who may change a message, and what of it a server is asked for.
import { describe, expect, it } from "vitest";
import { type AskedChange, type Asker, type AskPorts, changeMany, judgeChange } from "#shared/inbox/changes/ask-change.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { aMailbox } from "#test/support/mailbox.ts";

const NOW = new Date("2026-11-21T10:00:00Z");
const asker: Asker = { userId: "user", canSend: true };

const rig = (facts: Partial<Mailbox> = {}) => {
  const mailbox = aMailbox({ id: "box", userId: "user", inboxSyncEnabled: true, syncChanges: true, folders: ["Clients"], ...facts });
  const calls: unknown[][] = [];
  const message = (id: string) => ({ id, userId: "user", mailboxId: "box" });
  const ports = {
    mailboxes: { find: async (userId: string) => (userId === "user" ? mailbox : undefined) },
    messages: {
      find: async (userId: string, id: string) => (userId === "user" && id.startsWith("m") ? message(id) : undefined),
      setRead: async (...given: unknown[]) => (calls.push(["setRead", ...given]), message("m")),
    },
    changes: { ask: async (...given: unknown[]) => (calls.push(["ask", ...given]), given[1] === "m-gone" ? undefined : message("m")) },
    syncQueue: { add: async (mailboxes: readonly Mailbox[]) => void calls.push(["pull", ...mailboxes.map(({ id }) => id)]) },
    eventOutbox: { publish: async (...given: unknown[]) => (calls.push(["publish", ...given]), []) },
    clock: { now: () => NOW },
    log: { warn: () => {}, info: () => {}, error: () => {} },
  } as unknown as AskPorts;
  const judge = async (asked: AskedChange, who = asker, id = "m") => {
    try {
      const { server, write } = await judgeChange(ports, who, id, asked);
      await write();
      return server ? "for the server" : "here";
    } catch (error) {
      const { reason, details } = error as { reason: string; details?: readonly { field: string }[] };
      return Array.isArray(details) ? `${reason} ${details[0]!.field}` : reason;
    }
  };
  return { ports, calls, judge };
};

describe("a change of a message", () => {
  it("is the account's, and within the key's mailboxes", async () => {
    const { judge, calls } = rig();

    expect(await judge({ isRead: true }, { ...asker, userId: "stranger" })).toBe("notFound");
    expect(await judge({ isRead: true }, { ...asker, within: ["other"] })).toBe("notFound");
    expect(await judge({ isRead: true }, { ...asker, within: [] })).toBe("notFound");
    expect(await judge({ isRead: true }, asker, "x")).toBe("notFound");
    expect(await judge({ isRead: true }, asker, "m-gone")).toBe("notFound");
    expect(calls).toHaveLength(1);
    expect(await judge({ isRead: true }, { ...asker, within: ["box"] })).toBe("for the server");
  });

  it.each<[string, Partial<Mailbox>, AskedChange, string]>([
    ["a flag for a server", {}, { isRead: true }, "insufficientScope"],
    ["a folder for a server", {}, { folder: "archive" }, "insufficientScope"],
    ["a folder where nothing goes to a server", { syncChanges: false }, { folder: "archive" }, "insufficientScope"],
    ["a flag that stays here", { syncChanges: false }, { isRead: true }, "here"],
  ])("needs send for what a server is to do: %s", async (_, facts, asked, told) => {
    expect(await rig(facts).judge(asked, { ...asker, canSend: false })).toBe(told);
  });

  it("goes to the server of a mailbox that syncs changes, from now on, with what is asked alone", async () => {
    const { judge, calls } = rig();

    expect(await judge({ isRead: false })).toBe("for the server");
    expect(await judge({ isFlagged: true, folder: "Clients" })).toBe("for the server");
    expect(calls).toEqual([
      ["ask", "user", "m", { isRead: false }, NOW],
      ["ask", "user", "m", { isFlagged: true, folder: "Clients" }, NOW],
    ]);
  });

  it.each<[string, Partial<Mailbox>]>([
    ["does not sync them", { syncChanges: false }],
    ["is disconnected", { status: "disconnected" }],
    ["was deleted", { deletedAt: NOW }],
    ["reads no inbox", { inboxSyncEnabled: false }],
    ["is of a test world", { type: "sandbox" }],
  ])("stays here where the mailbox %s, and its folder is refused", async (_, facts) => {
    const { judge, calls } = rig(facts);

    expect(await judge({ isRead: true })).toBe("here");
    expect(await judge({ isRead: true, isFlagged: true })).toBe("here");
    expect(calls).toEqual([
      ["setRead", "user", "m", true],
      ["ask", "user", "m", { isRead: true, isFlagged: true }, undefined],
    ]);
    const isGone = facts.status === "disconnected" || facts.deletedAt !== undefined;
    expect(await judge({ folder: "archive" })).toBe(isGone ? "mailboxDisconnected" : "invalid folder");
    expect(calls).toHaveLength(2);
  });

  it.each([
    ["INBOX", "inbox"],
    ["inBox", "inbox"],
    ["archive", "archive"],
    ["trash", "trash"],
    ["spam", "spam"],
    ["Clients", "Clients"],
  ])("moves to %s", async (asked, wished) => {
    const { judge, calls } = rig();

    expect(await judge({ folder: asked })).toBe("for the server");
    expect(calls).toEqual([["ask", "user", "m", { folder: wished }, NOW]]);
  });

  it("moves to no folder that the mailbox does not name, unless it names all", async () => {
    expect(await rig().judge({ folder: "clients" })).toBe("invalid folder");
    expect(await rig({ folders: [] }).judge({ folder: "Clients" })).toBe("invalid folder");
    expect(await rig({ folders: "all" }).judge({ folder: "Anything" })).toBe("for the server");
  });

  it("of several is judged one by one; servers are told once for all, of what was changed for them", async () => {
    const { ports, calls } = rig();
    const asked = [
      { id: "m1", isRead: true },
      { id: "x", isRead: true },
      { id: "m-gone", isRead: true },
      { id: "m2", folder: "nowhere" },
      { id: "m3", isFlagged: true },
    ];

    const results = await changeMany(ports, asker, asked);

    expect(results.map(({ id, result }) => [id, "reason" in result ? result.reason : "changed"])).toEqual([
      ["m1", "changed"],
      ["x", "notFound"],
      ["m-gone", "notFound"],
      ["m2", "invalid"],
      ["m3", "changed"],
    ]);
    expect(calls.filter(([what]) => what !== "ask")).toEqual([
      ["publish", "messages", ["m1", "m3"]],
      ["pull", "box"],
    ]);
  });

  it("that no server is told of has none pulled", async () => {
    const { ports, calls } = rig({ syncChanges: false });
    await changeMany(ports, asker, [{ id: "m1", isFlagged: true }]);

    expect(calls.map(([what]) => what)).toEqual(["ask"]);
  });
});
