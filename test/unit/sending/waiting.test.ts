import { expect, it } from "vitest";
import type { PauseReason } from "#shared/sending/ports/sends.ts";
import type { Send } from "#shared/sending/send.ts";
import { waitOf, waitsOf } from "#shared/sending/waiting.ts";
import { resumeSending } from "#shared/sending/wake/plan-wakes.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { recordingWakeUps } from "#test/support/sending-rig.ts";
import { draftsOf } from "#test/support/sending-stores.ts";

const now = new Date("2026-11-21T12:00:00Z");
const inMs = (ms: number) => new Date(now.getTime() + ms);
const pause = (why: PauseReason, ms = 300_000) => ({ until: inMs(ms), for: why });
const aSend = (facts: Partial<Send> = {}): Send => ({ ...draftsOf("655f1c2e9b1e8a0012345678", [{}])[0]!.send, dueAt: now, ...facts });
const judge = (facts: Partial<Send>, mailbox: Partial<Parameters<typeof waitOf>[1]> = {}) => {
  const { waitingFor, nextAttemptAt } = waitOf(aSend(facts), { isDisconnected: false, ...mailbox }, now);
  return [waitingFor, nextAttemptAt && nextAttemptAt.getTime() - now.getTime()];
};

const saturdayEvening = { days: ["sat"], from: "13:00", to: "18:00", timezone: "UTC" } as const;

it.each([
  ["its turn", {}, {}, "", 0],
  ["its time", { status: "scheduled", dueAt: inMs(60_000) }, {}, "", 60_000],
  ["the daily limit", {}, { pause: pause("daily_limit") }, "daily_limit", 300_000],
  ["the pace", {}, { pause: pause("rate", 9_000) }, "rate", 9_000],
  ["its time, which comes after the pause", { status: "scheduled", dueAt: inMs(600_000) }, { pause: pause("rate") }, "", 600_000],
  ["nothing, though the row remembers a pause", {}, { pause: pause("daily_limit", -1) }, "", 0],
  ["a reconnect", {}, { isDisconnected: true }, "reconnect", 0],
  ["a reconnect, looked at again in a while", {}, { isDisconnected: true, pause: pause("reconnect") }, "reconnect", 300_000],
  ["its time, for the mailbox may be back by then", { status: "scheduled", dueAt: inMs(600_000) }, { isDisconnected: true }, "", 600_000],
  ["its original", { waitsFor: "655f1c2e9b1e8a00123456bb", dueAt: inMs(60_000) }, {}, "original", 60_000],
  ["another attempt", { attempts: 2, lastError: "451 busy", dueAt: inMs(60_000) }, {}, "retry", 60_000],
  ["a way out that was put off", { attempts: 0, lastError: "554 no", dueAt: inMs(60_000) }, {}, "retry", 60_000],
  ["its turn after attempts", { attempts: 2, lastError: "451 busy" }, {}, "", 0],
  ["its window", { window: saturdayEvening, dueAt: inMs(3_600_000) }, {}, "window", 3_600_000],
  ["its turn in its window", { window: { ...saturdayEvening, from: "09:00" } }, {}, "", 0],
  ["its time, which the window has moved", { status: "scheduled", window: saturdayEvening, dueAt: inMs(3_600_000) }, {}, "", 3_600_000],
  ["evidence", { status: "processing", stage: "intent", dueAt: inMs(60_000) }, {}, "outcome", 60_000],
  ["another try for whom the server put off", { status: "sent", attempts: 1, dueAt: inMs(60_000) }, {}, "retry", 60_000],
  ["the same at the daily limit", { status: "sent", attempts: 1, dueAt: inMs(60_000) }, { pause: pause("daily_limit") }, "retry", 60_000],
  [
    "its mailbox's pause for another reason",
    { status: "sent", attempts: 1, dueAt: inMs(60_000) },
    { pause: pause("rate") },
    "rate",
    300_000,
  ],
  ["nothing: a worker tries them again", { status: "sent", stage: "claimed", leaseToken: "t" }, {}, "", undefined],
  ["nothing: a worker has it", { status: "processing", stage: "intent", leaseToken: "t" }, { pause: pause("rate") }, "", undefined],
  ["nothing: it is sent", { status: "sent", dueAt: undefined }, { isDisconnected: true, pause: pause("rate") }, "", undefined],
] as const)("a send waits for %s", (_what, facts, mailbox, waitingFor, ms) => {
  expect(judge(facts as Partial<Send>, mailbox)).toEqual([waitingFor, ms]);
});

it("what an account's sends wait for is asked of their mailboxes together, and not at all where none waits", async () => {
  const asked: unknown[] = [];
  const ports = {
    sends: { pauses: async (ids: readonly string[]) => (asked.push(ids), new Map([["held", pause("rate")]])) },
    mailboxes: {
      findMany: async (_: string, ids: readonly string[]) =>
        ids.map((id) => aMailbox({ id, status: id === "gone" ? "disconnected" : "active" })),
    },
    clock: { now: () => now },
  };
  const [held, gone, free, sent] = [
    aSend({ mailboxId: "held" }),
    aSend({ mailboxId: "gone" }),
    aSend({ mailboxId: "free" }),
    aSend({ status: "sent", dueAt: undefined as never }),
  ];

  const of = await waitsOf(ports, "u", [held, gone, free, sent, held]);

  expect([held, gone, free, sent].map((send) => of(send).waitingFor)).toEqual(["rate", "reconnect", "", ""]);
  expect(asked).toEqual([["held", "gone", "free"]]);
  expect((await waitsOf(ports, "u", [sent]))(sent)).toEqual({ waitingFor: "" });
  expect(asked).toHaveLength(1);
});

it("a mailbox whose cap was raised or that was reconnected is woken at once, by what is due in it", async () => {
  const { acceptedSends, deliveries } = memorySending();
  const wakeUps = recordingWakeUps();
  const mailbox = aMailbox();
  const drafts = draftsOf(mailbox.userId, [{ scheduledAt: new Date(Date.now() + 60_000) }, {}], mailbox);
  await resumeSending({ deliveries, wakeUps }, mailbox.id);
  expect(wakeUps.woken).toEqual([]);
  await acceptedSends.accept(mailbox.userId, drafts);
  await deliveries.pause(mailbox.id, 300_000, "reconnect");

  await resumeSending({ deliveries, wakeUps }, mailbox.id);

  expect(wakeUps.woken).toEqual([{ id: drafts[1]!.send.id, userId: mailbox.userId, mailboxId: mailbox.id }]);
  expect((await deliveries.claim(mailbox.id, { size: 5, maxDaily: 5 })).kind).toBe("claimed");
});
