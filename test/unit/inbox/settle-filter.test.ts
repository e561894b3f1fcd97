import { describe, expect, it } from "vitest";
import { settleFilter } from "#shared/domain/inbox/list-messages.ts";
import { pullNow } from "#shared/domain/inbox/pull/pull-now.ts";
import { aPullWorld, mails } from "#test/support/pull-world.ts";

/** An account with a mailbox, a deleted one with mail, a conversation that was merged into another, and a send. */
const ports = {
  mailboxes: { find: async (user: string, id: string) => (user === "u" && id === "mailbox" ? {} : undefined) },
  messages: {
    list: async (user: string, { mailboxId }: { mailboxId?: string }, { limit }: { limit: number }) =>
      user === "u" && mailboxId === "deleted" ? [{}].slice(0, limit) : [],
  },
  threads: { find: async (user: string, id: string) => (user === "u" && ["merged", "thread"].includes(id) ? { id: "thread" } : undefined) },
  sends: { find: async (user: string, id: string) => (user === "u" && id === "send" ? {} : undefined) },
} as never;

describe("a list's filter", () => {
  it.each([
    [{}, {}],
    [{ mailboxId: "mailbox" }, { mailboxId: "mailbox" }],
    [{ mailboxId: "deleted" }, { mailboxId: "deleted" }],
    [{ threadId: "thread" }, { threadId: "thread" }],
    [
      { threadId: "merged", unread: true },
      { threadId: "thread", unread: true },
    ],
    [{ emailJobId: "send" }, { emailJobId: "send" }],
    [
      { mailboxId: "mailbox", threadId: "merged", emailJobId: "send" },
      { mailboxId: "mailbox", threadId: "thread", emailJobId: "send" },
    ],
  ])("%j names what the account has", async (filter, settled) => {
    expect(await settleFilter(ports, "u", filter)).toEqual(settled);
  });

  it.each([{ mailboxId: "x" }, { threadId: "x" }, { emailJobId: "x" }, { mailboxId: "mailbox", threadId: "x" }])(
    "%j is not found, nor is another account's",
    async (filter) => {
      await expect(settleFilter(ports, "u", filter)).rejects.toMatchObject({ reason: "notFound" });
      await expect(settleFilter(ports, "v", { mailboxId: "mailbox" })).rejects.toMatchObject({ reason: "notFound" });
      await expect(settleFilter(ports, "v", { threadId: "thread" })).rejects.toMatchObject({ reason: "notFound" });
      await expect(settleFilter(ports, "v", { emailJobId: "send" })).rejects.toMatchObject({ reason: "notFound" });
    },
  );
});

describe("a pull that a claim asks for", () => {
  it("says whether all that the server had is stored", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(3));

    expect(await pullNow(world.ports)(world.mailbox, 5_000)).toBe(true);
    expect(world.stored.size).toBe(3);
    world.server.state.fails = (call) => (call === "login" ? new Error("refused") : undefined);
    expect(await pullNow(world.ports)(world.mailbox, 5_000)).toBe(false);
    world.server.state.fails = () => undefined;
    await world.syncStates.acquire(world.mailbox, 60_000);
    expect(await pullNow(world.ports)(world.mailbox, 5_000)).toBe(false);
  });
});
