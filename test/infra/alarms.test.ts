import type { SQSClient } from "@aws-sdk/client-sqs";
import type { SQSEvent } from "aws-lambda";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { alarms } from "#infra/functions.ts";
import { putMessages } from "#shared/platform/put-messages.ts";
import { sqsBatch } from "#shared/platform/sqs-batch.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { log } from "#shared/platform/log.ts";
import { audited, connecting, delivered, request, round, settled, unsealedByAnother } from "#test/support/alarm-lines.ts";
import { changedSecret } from "#test/support/changed-secret.ts";
import { lostAuditEntry } from "#test/support/lost-audit-entry.ts";
import { brokenSweeps, swept } from "#test/support/sweeps.ts";
import { loginWithoutArgon2 } from "#test/support/without-argon2.ts";
import { access, isOn, linesOf, type Period } from "./ringing.ts";

const repeated = (count: number, lines: readonly string[]) => Array.from({ length: count }, () => lines).flat();

const failing = sqsBatch(log, z.object({}), () => Promise.reject(new Error("planted")));
const working = sqsBatch(log, z.object({}), () => Promise.resolve());
const oneMessage = { Records: [{ messageId: "m1", body: "{}" }] } as SQSEvent;
const unreadable = { Records: [{ messageId: "m1", body: "{" }] } as SQSEvent;

const refusedBatch = { send: () => Promise.reject(new Error("throttled")) } as unknown as SQSClient;
const unqueued = () => putMessages({ queueUrl: () => "https://queue", log, client: refusedBatch })([{ body: {} }]);

const backlog = (visible: number, age: number) => ({
  aws: { ApproximateNumberOfMessagesVisible: visible, ApproximateAgeOfOldestMessage: age },
});
const five = (period: Period) => Array.from({ length: 5 }, () => period);
const linesBy = async (id: string, count: number, work: () => unknown): Promise<readonly Period[]> => [
  { lines: { [id]: repeated(count, await linesOf(work)) } },
];
const dead = (count: number): readonly Period[] => [{ aws: { ApproximateNumberOfMessagesVisible: count } }];
const thrice = async (id: string, work: () => unknown) => {
  const [period] = await linesBy(id, 10, work);
  return [period ?? {}, period ?? {}, period ?? {}];
};

type Sample = () => Promise<readonly Period[]> | readonly Period[];
/** For each alarm what makes it ring, and what must not. */
const samples: Record<string, { readonly rings: readonly Sample[]; readonly silent: readonly Sample[] }> = {
  DeadLetters: { rings: [() => dead(1)], silent: [() => dead(0), () => [{}]] },
  JobErrors: {
    rings: [
      ...["jobs/deliver", "jobs/probe"].map((id) => () => linesBy(id, 3, () => failing(oneMessage))),
      () => linesBy("jobs/sync-mailbox", 3, () => working(unreadable)),
      () => [{ aws: { Errors: 3 } }],
    ],
    silent: [
      () => linesBy("jobs/deliver", 3, () => working(oneMessage)),
      () => linesBy("jobs/deliver", 2, () => failing(oneMessage)),
      () => [{ aws: { Errors: 0 } }],
      () => [{}],
    ],
  },
  SendsWait: {
    rings: [() => five(backlog(40, 301))],
    // One message that a worker holds (invisible) grows old; nothing waits.
    silent: [() => five(backlog(0, 1_500)), () => five(backlog(40, 20)), () => five({})],
  },
  RepliesWait: {
    rings: [() => five(backlog(900, 601))],
    silent: [() => five(backlog(0, 700)), () => five(backlog(900, 300)), () => five({})],
  },
  EventsWait: { rings: [() => five(backlog(900, 61))], silent: [() => five(backlog(0, 700)), () => five({})] },
  SandboxWaits: { rings: [() => five(backlog(900, 601))], silent: [() => five(backlog(0, 700)), () => five({})] },
  SlowEventsWait: { rings: [() => five(backlog(900, 601))], silent: [() => five(backlog(0, 700)), () => five({})] },
  UnknownOutcome: {
    rings: [() => linesBy("jobs/deliver", 6, settled(false))],
    silent: [() => linesBy("jobs/deliver", 50, settled(true)), () => [{}]],
  },
  OwnFailure: {
    rings: [() => linesBy("jobs/deliver", 3, delivered({ body: true }))],
    silent: [() => linesBy("jobs/deliver", 2, delivered({ body: true })), () => linesBy("jobs/deliver", 3, delivered({ body: false }))],
  },
  BodyMissing: {
    rings: [() => linesBy("jobs/deliver", 1, delivered({ body: false }))],
    silent: [() => linesBy("jobs/deliver", 9, delivered({ body: true })), () => [{}]],
  },
  SweepStopped: {
    rings: [() => [{}], ...Object.values(brokenSweeps).map((broken) => () => linesBy("jobs/sweep", 5, broken))],
    silent: [() => linesBy("jobs/sweep", 1, swept)],
  },
  MailHealed: {
    rings: [() => linesBy("jobs/sync-mailbox", 1, audited(101)), () => linesBy("jobs/sync-mailbox", 51, audited(2))],
    silent: [() => linesBy("jobs/sync-mailbox", 500, audited(0)), () => linesBy("jobs/sync-mailbox", 50, audited(2)), () => [{}]],
  },
  PollsLate: {
    rings: [async () => five((await linesBy("jobs/start-sync", 1, round(190)))[0] ?? {})],
    silent: [async () => five((await linesBy("jobs/start-sync", 1, round(130)))[0] ?? {}), () => five({})],
  },
  SyncStopped: { rings: [() => [{}]], silent: [() => linesBy("jobs/start-sync", 1, round(100))] },
  Api5xx: {
    rings: [() => [{ lines: access(500) }], () => [{ lines: access(503) }], () => [{ lines: access(502, "bad gateway") }]],
    silent: [() => [{ lines: access(502) }], () => [{ lines: access(429) }], () => [{ lines: access(200) }]],
  },
  ApiSlow: {
    rings: [() => thrice("credits/get-balance", request(5_001, "never")), () => thrice("inbox/list-messages", request(5_001, "fresh"))],
    silent: [
      () => thrice("mailboxes/connect", request(25_000, "always")),
      () => thrice("inbox/list-messages", request(9_000, "fresh", "fresh=true")),
      () => thrice("credits/get-balance", request(40, "never")),
    ],
  },
  WakeUpsLost: {
    rings: [() => linesBy("sending/send", 3, unqueued), () => linesBy("jobs/sweep", 3, unqueued)],
    silent: [() => linesBy("sending/send", 2, unqueued), () => [{}]],
  },
};

samples["Throttled"] = {
  rings: [() => [{ aws: { Throttles: 11 } }]],
  silent: [() => [{ aws: { Throttles: 10 } }], () => [{}]],
};
samples["SecretRefused"] = {
  rings: [() => linesBy("auth/login", 1, changedSecret)],
  silent: [() => linesBy("auth/login", 5, request(5, "never")), () => [{}]],
};
samples["MessageDropped"] = {
  rings: [() => linesBy("jobs/probe", 1, () => working(unreadable))],
  silent: [
    () => linesBy("jobs/probe", 9, () => failing(oneMessage)),
    () => linesBy("jobs/probe", 9, () => working(oneMessage)),
    () => [{}],
  ],
};
samples["CannotDecrypt"] = {
  rings: [
    () => linesBy("jobs/sync-mailbox", 1, () => sqsBatch(log, z.object({}), unsealedByAnother)(oneMessage)),
    () => linesBy("jobs/deliver", 1, delivered({ body: true }, unsealedByAnother)),
  ],
  silent: [
    () => linesBy("jobs/sync-mailbox", 9, () => failing(oneMessage)),
    () => linesBy("jobs/deliver", 9, delivered({ body: true })),
    () => [{}],
  ],
};
const greeted = (code: number) => new MailFailure("SMTP", "refused", { at: "connection", code, reply: `${code} 5.7.1 blocked` });
const passwordRefused = new MailFailure("SMTP", "credentials", { at: "login", code: 535, reply: "535 5.7.8 no" });
samples["AddressBlocked"] = {
  rings: [() => linesBy("jobs/deliver", 6, connecting(3, greeted(554)))],
  silent: [
    // Five mailboxes, each tried every minute of the hour.
    () => linesBy("jobs/deliver", 5, connecting(60, greeted(554))),
    () => linesBy("jobs/deliver", 50, connecting(2, greeted(554))),
    () => linesBy("jobs/deliver", 50, connecting(3, greeted(421))),
    () => linesBy("jobs/deliver", 50, connecting(3, passwordRefused)),
    () => linesBy("jobs/deliver", 50, connecting(3, new MailFailure("SMTP", "unreachable"))),
    () => [{}],
  ],
};
samples["AuditEntryLost"] = { rings: [() => linesBy("webhooks/delete", 1, lostAuditEntry)], silent: [() => [{}]] };
samples["LoginByScrypt"] = {
  rings: [async () => [{ lines: { "auth/login": (await loginWithoutArgon2()).lines.slice(-1) } }]],
  silent: [() => linesBy("auth/login", 5, request(5, "never")), () => [{}]],
};

it.each(Object.entries(brokenSweeps))("sweeps on after a step that fails, and names it: %s", async (step, broken) => {
  const lines = (await linesOf(broken)).map((line) => JSON.parse(line) as { event: string; step?: string });

  expect(lines.filter(({ event }) => event === "sweep step failed").map((line) => line.step)).toEqual([step]);
  expect(lines.map(({ event }) => event)).not.toContain("swept");
});

describe("the alarms", () => {
  it("each have a sample", () => {
    expect(Object.keys(samples).toSorted()).toEqual(alarms.map(({ alarm }) => alarm.name).toSorted());
  });

  it.each(Object.entries(samples))("ring and stay silent on the lines that the code writes: %s", async (name, { rings: loud, silent }) => {
    for (const sample of loud) expect(isOn(name, await sample()), `${name} must ring`).toBe(true);
    for (const sample of silent) expect(isOn(name, await sample()), `${name} must stay silent`).toBe(false);
  });
});
