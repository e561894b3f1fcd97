// From which of several mailboxes an email leaves, rule by rule, and what a bound key learns of a pool.
import { describe, expect, it } from "vitest";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { type Pool, poolWithin } from "#shared/mailboxes/pools.ts";
import type { SendRequest } from "#shared/sending/accept/draft.ts";
import { choosing } from "#shared/sending/accept/choose-mailbox.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { anEmail, SENDER } from "#test/support/sending-rig.ts";

const NOW = new Date("2027-03-01T09:00:00.000Z");
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

interface World {
  readonly boxes?: Readonly<Record<string, Partial<Mailbox>>>;
  readonly pools?: Readonly<Record<string, readonly string[]>>;
  /** Mailboxes that talk with an address. */
  readonly talks?: Readonly<Record<string, readonly string[]>>;
  /** How much each has sent today. */
  readonly sent?: Readonly<Record<string, number>>;
  readonly pausedUntil?: Readonly<Record<string, Date>>;
  readonly isBound?: boolean;
}

const world = async (
  { boxes = { a: {}, b: {} }, pools = {}, talks = {}, sent = {}, pausedUntil = {}, isBound }: World,
  requests: object[],
) => {
  const mailboxes = Object.entries(boxes).map(([id, facts]) => aMailbox({ id, ...facts }));
  const asked: unknown[] = [];
  const ports = {
    mailboxes: { findMany: async (_: string, ids: readonly string[]) => mailboxes.filter(({ id }) => ids.includes(id)) },
    ips: { list: async () => [] },
    clock: { now: () => NOW },
    choosing: async () => ({
      pools: {
        findMany: async (_: string, names: readonly string[]) =>
          names.flatMap((name) => (pools[name] ? [{ name, mailboxIds: pools[name] } as unknown as Pool] : [])),
      },
      conversations: {
        latest: async (_: string, ids: readonly string[], addresses: readonly string[]) => {
          asked.push({ ids, addresses });
          return new Map(Object.entries(talks));
        },
      },
      sends: {
        loads: async (ids: readonly string[]) => ({
          isCut: false,
          byMailbox: new Map(ids.map((id) => [id, { counted: Array.from({ length: sent[id] ?? 0 }, () => at(-3_600)), waiting: [] }])),
        }),
        pauses: async () => new Map(Object.entries(pausedUntil).map(([id, until]) => [id, { until, for: "provider" }])),
      },
    }),
  };
  const by = { ...SENDER, ...(isBound && { bounds: { mailboxIds: Object.keys(boxes) } }) };
  const emails = requests.map((request): SendRequest => ({ ...anEmail(), mailboxId: undefined, ...request }));
  const places = await choosing(ports as never, "user", emails, by);
  const chosen = emails.map((email) => {
    const place = places.placeOf(email, true);
    return "refusal" in place ? `${place.field}: ${place.refusal.reason}` : `${place.mailbox.id} ${place.chosenBecause ?? "-"}`;
  });
  return { chosen, asked };
};
const both = { mailboxIds: ["a", "b"] };
const chosenOf = async (facts: World, ...requests: object[]) => (await world(facts, requests.length > 0 ? requests : [both])).chosen;
const to = (email: string) => ({ to: { name: "", email } });

describe("an email that names several mailboxes leaves from", () => {
  it("the one that talks with its recipient, the latest first, whatever else speaks for another", async () => {
    expect(await chosenOf({ talks: { "jane@peer.test": ["b", "a"] } }, { ...both, ...to("Jane@Peer.test") })).toEqual(["b conversation"]);
    const broken = { a: {}, b: { status: "error" as const } };
    expect(await chosenOf({ boxes: broken, talks: { "jane@peer.test": ["b"] } }, { ...both, ...to("jane@peer.test") })).toEqual([
      "b conversation",
    ]);
    // Of those that can send it.
    const gone = { a: {}, b: { status: "disconnected" as const } };
    expect(await chosenOf({ boxes: gone, talks: { "jane@peer.test": ["b"] } }, { ...both, ...to("jane@peer.test") })).toEqual(["a active"]);
    expect(await chosenOf({ talks: { "jane@peer.test": ["c"] } }, { ...both, ...to("jane@peer.test") })).toEqual(["a eta"]);
  });

  it("the one to which an earlier email of the request gave its recipient", async () => {
    const three = { boxes: { a: {}, b: {}, c: {} }, sent: { a: 3, b: 1, c: 2 } };
    const requests = [to("x@peer.test"), to("y@peer.test"), to("X@peer.test")].map((one) => ({ mailboxIds: ["a", "b", "c"], ...one }));

    expect(await chosenOf(three, ...requests)).toEqual(["b eta", expect.stringContaining("eta"), "b conversation"]);
  });

  it.each<[string, Partial<Mailbox>]>([
    ["fails", { status: "error" }],
    ["is refused mail", { mailRefusedSince: at(-60) }],
    ["has broken DNS", { dns: { broken: true } as never }],
  ])("one that works, where the other %s; all the same where none does", async (_, ill) => {
    expect(await chosenOf({ boxes: { a: ill, b: {} }, sent: { b: 50 } })).toEqual(["b active"]);
    expect(await chosenOf({ boxes: { a: ill, b: ill }, sent: { a: 2, b: 1 } })).toEqual([expect.stringMatching(/ eta$/)]);
  });

  it("the one that sends it soonest, of those the one with the least mail, else the first", async () => {
    expect(await chosenOf({ pausedUntil: { a: at(600) }, sent: { b: 9 } })).toEqual(["b eta"]);
    expect(await chosenOf({ sent: { a: 2, b: 1 } })).toEqual(["b eta"]);
    expect(await chosenOf({})).toEqual(["a eta"]);
    expect(await chosenOf({ boxes: { a: { maxDailySends: 2 }, b: {} }, sent: { a: 2, b: 9 } })).toEqual(["b eta"]);
  });

  it("each in turn, so that a batch is spread", async () => {
    const many = Array.from({ length: 6 }, (_, n) => ({ ...both, ...to(`n${n}@peer.test`) }));
    const chosen = await chosenOf({}, ...many);

    expect(["a", "b"].map((id) => chosen.filter((one) => one.startsWith(id)).length)).toEqual([3, 3]);
  });

  it("the one that it names alone, without a reason", async () => {
    expect(await chosenOf({}, { mailboxId: "b" }, { mailboxId: "x" })).toEqual(["b -", "mailboxId: notFound"]);
  });
});

describe("an email that no mailbox can send is refused", () => {
  it.each<[string, World, object, string]>([
    ["a mailbox that is not there", {}, { mailboxIds: ["a", "x"] }, "mailboxIds: notFound"],
    ["a pool that is not there", {}, { pool: "sales" }, "pool: notFound"],
    ["an empty pool", { pools: { sales: [] } }, { pool: "sales" }, "pool: conflict"],
    ["a pool whose mailboxes are gone", { pools: { sales: ["x"] } }, { pool: "sales" }, "pool: conflict"],
    ["a pool of which a bound key sees nothing", { pools: { sales: ["x"] }, isBound: true }, { pool: "sales" }, "pool: notFound"],
    [
      "mailboxes that are all disconnected",
      { boxes: { a: { status: "disconnected" }, b: { status: "disconnected" } } },
      both,
      "mailboxIds: mailboxDisconnected",
    ],
    ["mailboxes that cannot see what cancels it", {}, { ...both, cancelOn: ["reply"] }, "cancelOn: invalid"],
    ["an address that none has", {}, { ...both, fromEmail: "other@a.test" }, "fromEmail: invalid"],
  ])("for %s", async (_, facts, request, told) => {
    expect(await chosenOf(facts, request)).toEqual([told]);
  });

  it("and does leave from those of a pool that are there", async () => {
    expect(await chosenOf({ pools: { sales: ["x", "b"] } }, { pool: "sales" })).toEqual(["b active"]);
    expect(await chosenOf({ pools: { sales: ["x", "b"] }, isBound: true }, { pool: "sales" })).toEqual(["b active"]);
    expect(await chosenOf({ boxes: { a: {}, b: { inboxSyncEnabled: true } } }, { ...both, cancelOn: ["reply"] })).toEqual(["b active"]);
  });
});

it("conversations are looked for with the mailboxes that can send, and every recipient once, in lower case", async () => {
  const boxes = { a: {}, b: { status: "disconnected" as const }, c: {} };
  const requests = [
    { mailboxIds: ["a", "b"], ...to("Jane@peer.test") },
    { ...both, ...to("jane@peer.test") },
    { mailboxId: "c", ...to("k@x.test") },
  ];

  expect((await world({ boxes }, requests)).asked).toEqual([{ ids: ["a"], addresses: ["jane@peer.test"] }]);
});

it("a pool is what a key may see of it, and is none where that is nothing", () => {
  const pool = { name: "sales", mailboxIds: ["a", "b"] } as unknown as Pool;

  expect(poolWithin(pool, undefined)).toBe(pool);
  expect(poolWithin(pool, ["b", "x"])).toEqual({ ...pool, mailboxIds: ["b"] });
  expect([poolWithin(pool, ["x"]), poolWithin(pool, [])]).toEqual([undefined, undefined]);
});
