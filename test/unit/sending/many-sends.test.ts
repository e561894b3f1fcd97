import { describe, expect, it } from "vitest";
import { acceptBatch, type BatchElement, type FollowingElement } from "#shared/sending/accept/accept-batch.ts";
import { draftSend, type PlacedEmail } from "#shared/sending/accept/draft.ts";
import { withUnsubscribe } from "#shared/sending/accept/accept.ts";
import { cancelMany } from "#shared/sending/waiting-sends.ts";
import { deleteMailbox } from "#shared/sending/delete-mailbox.ts";
import type { Send } from "#shared/sending/send.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memoryMailboxes } from "#test/support/memory/mailboxes.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { allAsIs, anEmail, recordingLog, recordingWakeUps } from "#test/support/sending-rig.ts";

const account = async () => {
  const [mailboxes, memory, log, wakeUps] = [memoryMailboxes(), memorySending(), recordingLog(), recordingWakeUps()];
  const mailbox = aMailbox();
  const other = aMailbox({ userId: mailbox.userId });
  for (const box of [mailbox, other]) await mailboxes.insert(box, {});
  const published: string[] = [];
  const eventOutbox = { publish: async (_: string, of: readonly string[]) => (published.push(...of), []) };
  const schedules = { create: async () => undefined, delete: async () => undefined };
  const ports = {
    ...memory,
    mailboxes,
    ips: { list: async () => [] },
    eventOutbox: eventOutbox as never,
    wakeUps,
    clock,
    ids,
    schedules,
    log,
  };
  return { ports, mailbox, other, userId: mailbox.userId, published };
};

describe("a batch in which emails follow others", () => {
  /** The batch's results: the id of a conversation, how many emails each stands under, or why it is refused. */
  const batch = async (
    elements: (of: Awaited<ReturnType<typeof account>>) => readonly BatchElement[],
    suppressed: readonly string[] = [],
  ) => {
    const world = await account();
    if (suppressed.length > 0) await world.ports.suppressions.add(world.userId, suppressed);
    const results = await acceptBatch(world.ports, world.userId, elements(world), allAsIs);
    return results.map((result) =>
      "send" in result
        ? result.send.threadId === undefined
          ? "alone"
          : `under ${result.send.references.length}`
        : (result.details[0]?.message ?? result.reason),
    );
  };
  const following = (follows: number, facts: Partial<FollowingElement> = {}, email: Partial<PlacedEmail> = {}): FollowingElement => ({
    follows,
    quotes: false,
    draft: (chain, origin) => {
      const last = chain.at(-1)!.send;
      return draftSend(
        { clock, ids },
        origin,
        anEmail({ threadId: last.threadId, references: chain.map(({ send }) => send.messageId), ...email }),
      );
    },
    ...facts,
  });
  const first = (mailboxId: string, email: Partial<PlacedEmail> = {}) => ({ ...anEmail(email), mailboxId });

  it("begins a conversation only where one is followed, and each stands under all before it", async () => {
    const results = await batch(({ mailbox: { id } }) => [first(id), first(id), following(1), following(2), following(1)]);

    expect(results).toEqual(["alone", "under 0", "under 1", "under 2", "under 1"]);
  });

  it("refuses what follows an email to a suppressed recipient, and what follows that", async () => {
    const results = await batch(
      ({ mailbox: { id } }) => [
        first(id, { to: { name: "", email: "no@peer.test" } }),
        first(id),
        following(0),
        following(2),
        following(1),
      ],
      ["no@peer.test"],
    );

    const refused = "the email that it follows was refused";
    expect(results).toEqual(["is suppressed: manual", "under 0", refused, refused, "under 1"]);
  });

  it("quotes 10,000,000 characters in all, text and HTML of all before, and refuses only what quotes beyond", async () => {
    const [half, more] = ["x".repeat(2_500_000), "x".repeat(2_500_001)];
    const quoting = { quotes: true };
    const at = (text: string) =>
      batch(({ mailbox: { id } }) => [
        first(id, { bodyHtml: half, bodyText: text }),
        following(0, quoting),
        following(0, quoting),
        following(0),
      ]);

    expect(await at(half)).toEqual(["under 0", "under 1", "under 1", "under 1"]);
    expect(await at(more)).toEqual(["under 0", "under 1", "the quotes of the batch are too long in total", "under 1"]);
  });
});

describe("cancelling many", () => {
  const stored = async () => {
    const world = await account();
    const put = (facts: Partial<Send>) => {
      const { send } = draftSend({ clock, ids }, { mailbox: world.mailbox }, anEmail({ metadata: { campaign: "spring" } }));
      world.ports.rows.set(send.id, { ...send, ...facts });
      return send.id;
    };
    const [waits, sent] = [put({}), put({ status: "sent" })];
    return {
      ...world,
      waits,
      sent,
      follows: put({ waitsFor: waits, metadata: {} }),
      statusOf: (id: string) => world.ports.rows.get(id)?.status,
    };
  };

  it("by their ids tells the state of each, cancels what follows, and publishes what was cancelled", async () => {
    const { ports, userId, waits, sent, follows, statusOf, published } = await stored();

    expect(await cancelMany(ports, userId, { ids: [sent, "x", waits] })).toEqual({
      results: [
        { id: sent, status: "sent" },
        { id: "x", status: undefined },
        { id: waits, status: "cancelled" },
      ],
      remaining: 0,
    });
    expect([statusOf(follows), published]).toEqual(["cancelled", [waits, follows]]);
  });

  it("by metadata tells what was cancelled, and how many are left", async () => {
    const { ports, userId, waits } = await stored();
    const sends = { ...ports.sends, countUnsent: async (_: string, __: object, most: number) => most };

    expect(await cancelMany({ ...ports, sends }, userId, { metadata: { campaign: "spring" } })).toEqual({
      results: [{ id: waits, status: "cancelled" }],
      remaining: 10_000,
    });
  });
});

describe("deleting a mailbox", () => {
  it("cancels what waits, and wakes a worker for what is left", async () => {
    const { ports, mailbox, userId } = await account();
    const left = { id: "left", userId, mailboxId: mailbox.id, dueAt: new Date() };

    await deleteMailbox({ ...ports, deliveries: { cancelWaiting: async () => left } }, userId, mailbox.id);

    expect(ports.wakeUps.woken).toEqual([{ id: "left", userId, mailboxId: mailbox.id }]);
  });

  it("wakes nobody where nothing is left, and is 404 for another's", async () => {
    const { ports, mailbox, userId } = await account();

    await expect(deleteMailbox(ports, ids.objectId(), mailbox.id)).rejects.toMatchObject({ reason: "notFound" });
    await deleteMailbox(ports, userId, mailbox.id);

    expect(ports.wakeUps.woken).toEqual([]);
  });
});

it("only the emails that want it carry a link to unsubscribe, and the key is read only for those", async () => {
  const { mailbox } = await account();
  const draft = (email: Partial<PlacedEmail>) => draftSend({ clock, ids }, { mailbox }, anEmail(email));
  const [plain, wanting] = [draft({}), draft({ unsubscribe: true, headers: { "X-A": "1" } })];
  let read = 0;
  const ports = { unsubscribeLinks: async () => ((read += 1), (id: string) => `https://x.test/${id}`) };

  expect(await withUnsubscribe(ports, [plain])).toEqual([plain]);
  expect(read).toBe(0);
  const [same, added] = await withUnsubscribe(ports, [plain, wanting]);
  expect(same).toEqual(plain);
  expect(added?.send.headers).toEqual({
    "X-A": "1",
    "List-Unsubscribe": `<https://x.test/${wanting.send.id}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
});
