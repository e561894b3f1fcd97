// Which of several mailboxes an email leaves from, rule by rule.
import { describe, expect, it } from "vitest";
import type { ChoosePorts } from "#shared/sending/accept/choose-mailbox.ts";
import { acceptBatch } from "#shared/sending/accept/accept-batch.ts";
import { acceptSend } from "#shared/sending/accept/accept.ts";
import type { SendRequest } from "#shared/sending/accept/draft.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { MailboxLoad, Pause } from "#shared/sending/ports/sends.ts";
import type { Send } from "#shared/sending/send.ts";
import { mailboxDisconnected } from "#shared/platform/errors.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memoryMailboxes } from "#test/support/memory/mailboxes.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { anEmail, recordingWakeUps } from "#test/support/sending-rig.ts";

const BROKEN = { since: new Date(), records: [{ name: "spf", status: "missing", expected: "v=spf1", current: "" }] } as const;
const dns = { checkedAt: new Date(), dkim: "verified", spf: "missing", dmarc: "verified", broken: BROKEN } as const;
const [A, B, C] = ["a", "b", "c"].map((letter) => letter.repeat(24)) as [string, string, string];
const USER = "f".repeat(24);
const EVERYTHING = { id: "k", scopes: ["send", "read"] } as const;

interface Facts {
  readonly boxes?: Readonly<Record<string, Partial<Mailbox>>>;
  readonly talks?: Readonly<Record<string, readonly string[]>>;
  readonly loads?: Readonly<Record<string, MailboxLoad>>;
  readonly pauses?: Readonly<Record<string, Pause>>;
  readonly isCut?: boolean;
  readonly pool?: readonly string[];
}

/** An account with the mailboxes a, b and c in a pool, `sales`. */
const world = async ({ boxes = {}, talks = {}, loads = {}, pauses = {}, isCut = false, pool = [A, B, C] }: Facts = {}) => {
  const mailboxes = memoryMailboxes();
  for (const id of [A, B, C])
    await mailboxes.insert(aMailbox({ id, userId: USER, email: `${id[0]}@us.example`, maxDailySends: 500, ...boxes[id] }), {});
  const memory = memorySending({ credits: 5_000 });
  const reads: string[] = [];
  const choosing: ChoosePorts = {
    pools: {
      findMany: async (userId, names) => {
        reads.push("pools");
        const dates = { createdAt: new Date(), updatedAt: new Date() };
        return names.includes("sales") ? [{ id: "p", userId, name: "sales", mailboxIds: pool, ...dates }] : [];
      },
    },
    conversations: {
      latest: async () => {
        reads.push("conversations");
        return new Map(Object.entries(talks));
      },
    },
    sends: {
      loads: async () => {
        reads.push("loads");
        return { isCut, byMailbox: new Map(Object.entries(loads)) };
      },
      pauses: async () => {
        reads.push("pauses");
        return new Map(Object.entries(pauses));
      },
    },
  };
  const findMany: typeof mailboxes.findMany = async (...given) => {
    reads.push("mailboxes");
    return mailboxes.findMany(...given);
  };
  const ips = { list: async () => [] };
  const wakeUps = recordingWakeUps();
  const ports = { ...memory, mailboxes: { ...mailboxes, findMany }, ips, wakeUps, clock, ids, choosing: async () => choosing };
  const request = (more: Partial<SendRequest> = {}): SendRequest => ({ ...anEmail(), pool: "sales", ...more });
  const answer = ({ mailboxId, chosenBecause }: Send) => [mailboxId, chosenBecause];
  const send = (more?: Partial<SendRequest>) => acceptSend(ports, USER, request(more), { by: EVERYTHING, claim: undefined, answer });
  const batch = (elements: readonly SendRequest[]) =>
    acceptBatch(ports, USER, elements, {
      by: EVERYTHING,
      claim: undefined,
      answer: (results) => results.map((result) => ("send" in result ? answer(result.send) : result)),
    });
  return { ports, request, send, batch, reads, mailboxes };
};
const waiting = (count: number): MailboxLoad => ({
  counted: [],
  waiting: Array.from({ length: count }, (_, n) => ({ id: `w${n}`, createdAt: new Date(0), dueAt: new Date(0) })),
});
/** So many emails that left just now. */
const sent = (count: number): MailboxLoad => ({ counted: Array.from({ length: count }, () => new Date()), waiting: [] });

describe("one of several mailboxes is chosen", () => {
  const jane = { to: { name: "", email: "Jane@Firm.example" } };
  const talks = { "jane@firm.example": [C, B] };

  it.each<[string, Facts, Partial<SendRequest>, readonly [string, string]]>([
    ["that has the latest conversation with the recipient", { talks }, jane, [C, "conversation"]],
    ["that has one, although it is failing", { talks, boxes: { [C]: { status: "error" } } }, jane, [C, "conversation"]],
    [
      "that has the next one, where the first is disconnected",
      { talks, boxes: { [C]: { status: "disconnected" } } },
      jane,
      [B, "conversation"],
    ],
    ["that has one, whatever others have waiting", { talks, loads: { [C]: waiting(400) } }, jane, [C, "conversation"]],
    ["by something else for another recipient", { talks, boxes: { [A]: { status: "error" }, [B]: { dns } } }, {}, [C, "active"]],
    ["that works", { boxes: { [A]: { status: "error" }, [C]: { status: "error" } } }, {}, [B, "active"]],
    ["whose mail is not refused", { boxes: { [A]: { mailRefusedSince: new Date() }, [B]: { dns } } }, {}, [C, "active"]],
    [
      "whose DNS is not broken, although it sends later",
      { boxes: { [A]: { dns }, [B]: { dns } }, loads: { [C]: sent(500) } },
      {},
      [C, "active"],
    ],
    [
      "that sends soonest, where none works",
      { boxes: { [A]: { dns }, [B]: { dns }, [C]: { dns } }, loads: { [A]: sent(500) } },
      {},
      [B, "eta"],
    ],
    ["that sends soonest", { loads: { [A]: sent(500), [B]: sent(500) } }, {}, [C, "eta"]],
    ["that is not paused", { pauses: { [A]: { until: new Date(Date.now() + 60_000), for: "rate" } } }, {}, [B, "eta"]],
    ["that may send at all", { boxes: { [A]: { maxDailySends: 0 } } }, {}, [B, "eta"]],
    ["with the least mail, of those that send equally soon", { loads: { [A]: sent(3), [B]: sent(1), [C]: waiting(2) } }, {}, [B, "eta"]],
    ["that stands first, where all is equal", {}, {}, [A, "eta"]],
    ["that stands first in the request", {}, { pool: undefined, mailboxIds: [C, A] }, [C, "eta"]],
    [
      "with the least mail, where there is too much mail to forecast",
      { isCut: true, loads: { [A]: waiting(5), [B]: waiting(4) } },
      {},
      [C, "eta"],
    ],
    [
      "that has the sender's address",
      { boxes: { [B]: { aliases: ["team@us.example"] } } },
      { fromEmail: "team@us.example" },
      [B, "active"],
    ],
  ])("%s", async (_what, facts, more, expected) => {
    const { send } = await world(facts);
    expect(await send(more)).toEqual(expected);
  });

  it.each<[string, Facts, string]>([
    ["all are disconnected", { boxes: Object.fromEntries([A, B, C].map((id) => [id, { status: "disconnected" }])) }, "mailboxDisconnected"],
    ["the pool's mailboxes are gone for good", { pool: ["d".repeat(24)] }, "conflict"],
  ])("not where %s", async (_what, facts, reason) => {
    const { send } = await world(facts);
    await expect(send()).rejects.toMatchObject({ reason });
  });

  it("anew where it is deleted between the choice and the charge, and the error comes where none is left", async () => {
    const { ports, request, mailboxes } = await world({ talks: { "jane@firm.example": [C] } });
    const { acceptedSends } = ports;
    const dying: string[] = [];
    const accept: typeof acceptedSends.accept = async (userId, drafts, ...rest) => {
      const id = drafts[0]!.send.mailboxId;
      if (dying.includes(id) || !dying.length) {
        dying.push(id);
        await mailboxes.update(USER, id, { status: "disconnected" });
        throw mailboxDisconnected("The mailbox is disconnected", "it is");
      }
      return acceptedSends.accept(userId, drafts, ...rest);
    };
    const again = { ...ports, acceptedSends: { accept } };
    const receipt = { by: EVERYTHING, claim: undefined, answer: ({ mailboxId }: Send) => mailboxId };
    expect(await acceptSend(again, USER, request(jane), receipt)).toBe(A);
    expect(dying).toEqual([C]);

    const never = {
      ...ports,
      acceptedSends: {
        accept: async (_user: string, drafts: readonly { send: Send }[]) => {
          await mailboxes.update(USER, drafts[0]!.send.mailboxId, { status: "disconnected" });
          throw mailboxDisconnected("The mailbox is disconnected", "it is");
        },
      },
    };
    await expect(acceptSend(never, USER, request(jane), receipt)).rejects.toMatchObject({ reason: "mailboxDisconnected" });
  });
});

describe("a batch is divided", () => {
  const to = (n: number) => ({ to: { name: "", email: `p${n}@firm${n}.example` } });
  const counts = (chosen: readonly unknown[]) => [A, B, C].map((id) => chosen.filter((one) => (one as readonly string[])[0] === id).length);

  it("evenly, with as many reads for a thousand emails as for two", async () => {
    const [small, large] = [await world(), await world()];
    await small.batch([0, 1].map((n) => small.request(to(n))));
    const chosen = await large.batch(Array.from({ length: 1_000 }, (_, n) => large.request(to(n))));

    expect(large.reads.toSorted()).toEqual(small.reads.toSorted());
    expect(large.reads.toSorted()).toEqual(["conversations", "loads", "mailboxes", "pauses", "pools"]);
    expect(Math.max(...counts(chosen)) - Math.min(...counts(chosen))).toBe(1);
  });

  it("by what each mailbox may still send today", async () => {
    const { batch, request } = await world({ boxes: { [A]: { maxDailySends: 10 }, [B]: { maxDailySends: 30 } } });
    const chosen = await batch(Array.from({ length: 200 }, (_, n) => request(to(n))));
    expect(counts(chosen)).toEqual([10, 30, 160]);
  });

  it("by the rates of the servers, though each email has a time of its own", async () => {
    const at = Date.now() + 3_600_000;
    const { batch, request } = await world({ loads: { [A]: sent(490) } });
    const chosen = await batch(Array.from({ length: 90 }, (_, n) => request({ ...to(n), scheduledAt: new Date(at + n * 1_000) })));
    expect(counts(chosen)[0]).toBeLessThanOrEqual(10);
    expect(Math.abs(counts(chosen)[1]! - counts(chosen)[2]!)).toBeLessThanOrEqual(1);
  });

  it("with the emails that name their mailbox", async () => {
    const { batch, request } = await world();
    const named = Array.from({ length: 30 }, (_, n) => request({ ...to(n), pool: undefined, mailboxId: A }));
    const chosen = await batch([...named, ...Array.from({ length: 60 }, (_, n) => request(to(100 + n)))]);
    expect(counts(chosen)).toEqual([30, 30, 30]);
    expect(chosen.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => [A, undefined]));
  });

  it("by the least mail alone, once its forecasts would take too long", async () => {
    const { batch, request } = await world({ loads: { [A]: waiting(3_000), [B]: waiting(3_000), [C]: waiting(3_000) } });
    const at = Date.now();
    const own = (n: number) => request({ ...to(n), scheduledAt: new Date(at + 60_000 + n * 7) });
    const chosen = await batch(Array.from({ length: 1_000 }, (_, n) => own(n)));
    expect(Math.max(...counts(chosen)) - Math.min(...counts(chosen))).toBeLessThanOrEqual(1);
  });
});
