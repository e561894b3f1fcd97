import { describe, expect, it } from "vitest";
import { listMessages, type ListMessagesPorts, resolveFilter } from "#shared/inbox/list-messages.ts";
import type { MessageFilter } from "#shared/inbox/ports/messages.ts";
import { freshPull, pullNow } from "#shared/inbox/pull/fresh-pull.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memorySlots } from "#test/support/memory/inbox.ts";
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
    expect(await resolveFilter(ports, "u", filter)).toEqual(settled);
  });

  it.each([{ mailboxId: "x" }, { threadId: "x" }, { emailJobId: "x" }, { mailboxId: "mailbox", threadId: "x" }])(
    "%j is not found, nor is another account's",
    async (filter) => {
      await expect(resolveFilter(ports, "u", filter)).rejects.toMatchObject({ reason: "notFound" });
      await expect(resolveFilter(ports, "v", { mailboxId: "mailbox" })).rejects.toMatchObject({ reason: "notFound" });
      await expect(resolveFilter(ports, "v", { threadId: "thread" })).rejects.toMatchObject({ reason: "notFound" });
      await expect(resolveFilter(ports, "v", { emailJobId: "send" })).rejects.toMatchObject({ reason: "notFound" });
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

describe("a list of messages", () => {
  const world = async () => {
    const pulled = await aPullWorld();
    await pulled.mailboxes.insert(aMailbox({ userId: pulled.mailbox.userId }), {});
    pulled.server.deliver(mails(2));
    const threads = ["before", "after"];
    const listed: unknown[] = [];
    const row = { id: "1", replyText: "Hi", bodyTruncated: false, references: [], attachments: [] };
    const given = {
      ...pulled.ports,
      freshPull: (userId: string, mailboxes: readonly Mailbox[]) =>
        freshPull({ ...pulled.ports, slots: memorySlots(), isInMaintenance: async () => false }, userId, mailboxes),
      messages: {
        list: async (_: string, filter: object) => (listed.push(filter), [row]),
        bodies: async () => new Map([["1", { text: "body", html: "", replyHtml: "" }]]),
      },
      threads: { find: async () => ({ id: threads.shift() }) },
      sends: { find: async () => undefined },
    } as unknown as ListMessagesPorts;
    const list = (filter: MessageFilter, wanted: { fresh?: boolean; includeBodies?: boolean } = {}) =>
      listMessages(given, pulled.mailbox.userId, { filter, page: { limit: 5, offset: 0 }, fresh: false, includeBodies: false, ...wanted });
    return { ...pulled, list, listed };
  };

  it("pulls nothing and has no bodies unless it is asked to", async () => {
    const { list, stored } = await world();

    const plain = await list({});
    const whole = await list({}, { includeBodies: true });

    expect([Object.keys(plain), plain.messages[0]?.body, stored.size]).toEqual([["messages"], undefined, 0]);
    expect(whole.messages[0]?.body).toMatchObject({ text: "body" });
  });

  it("pulls the mailbox that it names, or all", async () => {
    const { list, mailbox, stored } = await world();

    const one = await list({ mailboxId: mailbox.id }, { fresh: true });
    const all = await list({}, { fresh: true });

    expect(one.sync).toMatchObject([{ mailboxId: mailbox.id, stored: 2 }]);
    expect(all.sync).toHaveLength(2);
    expect(stored.size).toBe(2);
  });

  it("is of the conversation that its pull merged another into", async () => {
    const { list, listed } = await world();

    await list({ threadId: "x" }, { fresh: true });

    expect(listed).toEqual([{ threadId: "after" }]);
  });

  it("pulls nothing of a mailbox whose mail alone is left", async () => {
    const { list } = await world();

    expect((await list({ mailboxId: "gone" }, { fresh: true })).sync).toEqual([]);
  });
});
