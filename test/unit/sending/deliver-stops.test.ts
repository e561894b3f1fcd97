// What may stop an email between its claim and its body, and when it is not tried a second time: each in the worker over memory.
import { expect, it } from "vitest";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { draftSend, type PlacedEmail } from "#shared/sending/accept/draft.ts";
import { deliverMailbox } from "#shared/sending/deliver/deliver-mailbox.ts";
import type { DeliverPorts } from "#shared/sending/deliver/deliver-ports.ts";
import type { Submission } from "#shared/sending/ports/submission.ts";
import { ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { answering, memoryDeliverPorts } from "#test/support/memory/deliver-ports.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { accountsWith, anEmail } from "#test/support/sending-rig.ts";

const START = Date.parse("2026-11-24T09:00:00Z");
const KIM = "kim@ext.test";

/** A worker whose server does this with each email; `stop` is what a person changes meanwhile. */
const worker = async (emails: readonly Partial<PlacedEmail>[], submit: (world: World) => Submission["submit"], given: Given = {}) => {
  const time = { now: START };
  const clock = { now: () => new Date(time.now) };
  const memory = memorySending({ now: () => time.now });
  const mailbox = aMailbox(given.mailbox);
  const suppressed = new Set<string>();
  const world: World = { time, suppressed, version: 0, left: [], cancel: async () => undefined, mailbox: { ...mailbox }, tried: 0 };
  const real = memoryDeliverPorts(memory, mailbox);
  const ports: DeliverPorts = {
    ...real,
    mailAccounts: accountsWith(""),
    clock,
    mailboxes: { ...real.mailboxes, findForJob: async () => world.mailbox },
    suppressions: {
      among: async (_, some) => new Map(some.filter((one) => suppressed.has(one)).map((one) => [one, "manual" as const])),
    },
    deliveries: {
      ...memory.deliveries,
      stopVersion: async () => world.version,
    },
    submissions: answering(async (message, intend, ...more) => {
      world.tried += 1;
      const intends: typeof intend = async (...asked) => {
        const may = await intend(...asked);
        if (may) world.left.push(message.to);
        return may;
      };
      return submit(world)(message, intends, ...more);
    }),
    isInMaintenance: async () => world.isInMaintenance ?? false,
  };
  const drafts = emails.map((email) => draftSend({ clock, ids }, { mailbox }, anEmail(email)));
  await memory.acceptedSends.accept(mailbox.userId, drafts);
  world.cancel = (nth) => memory.sends.cancel(mailbox.userId, drafts[nth]!.send.id);
  await deliverMailbox(ports, { mailboxId: mailbox.id, sendIds: [] });
  return {
    world,
    statuses: drafts.map(({ send }) => memory.rows.get(send.id)!.status),
    rows: drafts.map(({ send }) => memory.rows.get(send.id)!),
  };
};
interface Given {
  readonly mailbox?: Partial<Mailbox>;
}
interface World {
  readonly time: { now: number };
  readonly suppressed: Set<string>;
  version: number;
  /** Whom each body went to. */
  readonly left: (readonly string[])[];
  cancel: (nth: number) => Promise<unknown>;
  /** Undefined once it is deleted. */
  mailbox: Mailbox | undefined;
  tried: number;
  isInMaintenance?: boolean;
}
const toKim = { to: { name: "", email: KIM } };
const taken: Submission["submit"] = async (_, intend) => ((await intend([])) ? { kind: "sent" } : { kind: "fenced" });

it.each<[string, Partial<PlacedEmail>, (world: World) => void, string, (readonly string[])[]]>([
  ["a suppression", toKim, ({ suppressed }) => suppressed.add(KIM), "cancelled", []],
  ["a suppression of a copy", { cc: [{ name: "", email: KIM }] }, ({ suppressed }) => suppressed.add(KIM), "sent", [["jane@example.net"]]],
  ["a lower limit", {}, (world) => (world.mailbox = { ...world.mailbox!, maxDailySends: 1 }), "queued", []],
  ["a deleted mailbox", {}, (world) => (world.mailbox = undefined), "queued", []],
  ["a slower pace", {}, (world) => (world.mailbox = { ...world.mailbox!, minGap: "PT90S" }), "queued", []],
])("%s after the claim stops what has no body yet", async (_, email, happens, status, left) => {
  let first = true;
  const { world, statuses: now } = await worker([email], (here) => async (...asked) => {
    if (first) {
      first = false;
      happens(here);
      here.version += 1;
    }
    return taken(...asked);
  });

  expect([world.left, now]).toEqual([left, [status]]);
});

it("a time that ends while the server is asked stops it, too: too late it fails, outside its window it waits", async () => {
  const window = { days: ["tue"], from: "08:00", to: "10:00", timezone: "UTC" } as const;
  for (const [email, status] of [
    [{ sendBefore: new Date(START + 1_800_000) }, "failed"],
    [{ window }, "queued"],
  ] as const) {
    const { world, statuses } = await worker([email], (here) => async (...asked) => {
      here.time.now += 7_200_000;
      return taken(...asked);
    });
    expect([world.left, statuses]).toEqual([[], [status]]);
  }
});

it.each<[string, number, (world: World) => Submission["submit"]]>([
  [
    "a used connection is lost before the intent",
    3,
    () => async () => ({ kind: "unreached", failure: new MailFailure("SMTP", "unreachable") }),
  ],
  [
    "the intent was written",
    2,
    () => async (_, intend) => (await intend([]), { kind: "unreached", failure: new MailFailure("SMTP", "unreachable") }),
  ],
  [
    "the worker's time is over",
    2,
    (world) => async () => {
      world.time.now += 3_600_000;
      return { kind: "unreached", failure: new MailFailure("SMTP", "unreachable") };
    },
  ],
])("an email is tried again at once only where %s: %i submissions", async (_, tried, second) => {
  const { world } = await worker([{}, toKim], (here) => (here.tried === 2 ? second(here) : taken));

  expect(world.tried).toBe(tried);
});

it("nothing begins in maintenance, and no attempt counts", async () => {
  const { world, rows } = await worker([{}, {}, {}], (here) => async (...asked) => {
    here.isInMaintenance = true;
    return taken(...asked);
  });

  expect(world.tried).toBe(1);
  expect(rows.map(({ status, attempts }) => [status, attempts])).toEqual([
    ["sent", 1],
    ["queued", 0],
    ["queued", 0],
  ]);
});

it("emails that are cancelled while the server is asked do not leave, nor are tried, and the others of their claim do", async () => {
  const { statuses, world } = await worker([{}, toKim, {}, {}], (here) => async (...asked) => {
    if (here.tried === 2) for (const nth of [1, 2]) await here.cancel(nth);
    return taken(...asked);
  });

  expect([world.tried, statuses]).toEqual([3, ["sent", "cancelled", "cancelled", "sent"]]);
});
