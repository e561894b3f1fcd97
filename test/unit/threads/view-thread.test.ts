import { expect, it } from "vitest";
import { viewThread, type ViewPorts } from "#shared/threads/view-thread.ts";
import type { ThreadKey } from "#shared/inbox/ports/messages.ts";
import type { Message } from "#shared/inbox/message.ts";
import type { Thread } from "#shared/threads/thread.ts";

const at = (n: number) => new Date(Date.UTC(2026, 10, n));
const message = (id: string, n: number) => ({ id, receivedAt: at(n), createdAt: at(n), snippet: "", replyText: "" }) as Message;
/** Two messages of a merged conversation, one of which still has the other conversation's id. */
const byThread: Readonly<Record<string, Message>> = { kept: message("m1", 1), merged: message("m2", 2) };
const thread = { id: "kept", aliasIds: ["merged"] as readonly string[] } as Thread;

const ports = (reads: ThreadKey[]): ViewPorts => ({
  threads: { find: async (_, id) => (id === "none" ? undefined : thread), sends: async () => [] },
  messages: {
    ofThread: async (_, key) => {
      reads.push(key);
      return [key.id, ...key.aliasIds].flatMap((id) => byThread[id] ?? []);
    },
    bodies: async () => new Map(),
  },
  sends: { bodies: async () => new Map() },
  notes: { list: async () => [] },
});

const shown = async (id: string, reads: ThreadKey[] = []) =>
  (await viewThread(ports(reads), "user", id)).entries.map((entry) => (entry.direction === "inbound" ? entry.message.id : ""));

it.each(["kept", "merged"])("a merged conversation is whole, asked for by the id %s", async (id) => {
  expect(await shown(id)).toEqual(["m1", "m2"]);
});

it("a conversation that was never merged is read once", async () => {
  const reads: ThreadKey[] = [];
  await viewThread(
    { ...ports(reads), threads: { find: async () => ({ ...thread, aliasIds: [] }), sends: async () => [] } },
    "user",
    "kept",
  );
  expect(reads).toHaveLength(1);
});

it("a conversation that does not exist is refused", async () => {
  await expect(shown("none")).rejects.toThrow("Thread not found");
});
