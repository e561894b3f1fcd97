import { setImmediate } from "node:timers/promises";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import * as fc from "fast-check";
import { deliverMailbox } from "#shared/sending/deliver/deliver-mailbox.ts";
import { draftSend } from "#shared/sending/accept/draft.ts";
import type { Outcome, Submission } from "#shared/sending/ports/submission.ts";
import type { Send } from "#shared/sending/send.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memoryDeliverPorts } from "#test/support/memory/deliver-ports.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { anEmail } from "#test/support/sending-rig.ts";
import { hashOf, rememberContent } from "../contents.ts";
import type { FaultTest } from "../fault-test.ts";
import type { PacePause } from "#shared/sending/deliver/claim.ts";
import type { Pace } from "#shared/mailboxes/pace.ts";
import { paceBroken } from "../pace-kept.ts";
import { mutate, type Mutant } from "../mutants.ts";
import type { FaultContext } from "../context.ts";
import { compare, emptyReport, isClean, remark, type Report } from "../report.ts";

/** What the server does with one message, or where the worker dies. */
const events = [
  "ok",
  "4xx",
  "5xx",
  "lost before",
  "lost, kept",
  "lost, not kept",
  "crash before intent",
  "crash after intent",
  "crash, kept",
] as const;
type Event = (typeof events)[number];

/** One step of an interleaving. */
type Command =
  | { readonly kind: "accept"; readonly inMinutes: number; readonly recipient: "here" | "away" | "left" }
  | { readonly kind: "deliver"; readonly events: readonly Event[] }
  | { readonly kind: "race"; readonly events: readonly Event[] }
  | { readonly kind: "cancel"; readonly which: number }
  | { readonly kind: "sweep" }
  | { readonly kind: "wait"; readonly minutes: number };

const someEvents = fc.array(fc.constantFrom(...events), { minLength: 1, maxLength: 6 });
/** What the recipients' notes do to an email. */
const waitsFor = {
  here: {},
  away: { onAway: { wait: "until_return", else: "P1D" } },
  left: { cancelOn: ["left"] },
} as const;
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("accept" as const),
      inMinutes: fc.constantFrom(0, 0, 0, 5, 60),
      recipient: fc.constantFrom("here" as const, "here" as const, "here" as const, "away" as const, "left" as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("deliver" as const), events: someEvents }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("race" as const), events: someEvents }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("cancel" as const), which: fc.nat(10) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("sweep" as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("wait" as const), minutes: fc.constantFrom(1, 6, 40) }) },
);

/** The interleaving's mailbox: mostly with a pace, whose ramp has begun half a day before. */
const someday = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;
const paces: fc.Arbitrary<Pace> = fc.record(
  {
    minGap: fc.constantFrom("PT10M", { from: "PT2M", to: "PT20M" }),
    maxHourlySends: fc.constantFrom(1, 3),
    ramp: fc.constant({ from: 1, by: 1, to: 6, since: new Date("2026-11-20T21:00:00Z") }),
    workday: fc.constantFrom(
      { days: someday, from: "08:00", to: "20:00", timezone: "Asia/Tokyo" },
      { days: someday.slice(0, 5), from: "00:00", to: "24:00", timezone: "Europe/Berlin" },
    ),
  },
  { requiredKeys: [] },
);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
/** The most looks until everything has come to rest: an email takes some attempts, each after its turn under the pace. */
const LOOKS_MAX = 2_000;

/** A worker that died: nothing after this runs in it. */
class Crash extends Error {}

/** The worker without a guard, in a context. */
type Without = { readonly mutant: Mutant | undefined; readonly connect: FaultContext["connect"] };

/** Runs an interleaving of the real worker over memory, then lets everything come to rest, and compares. */
const play = async (commands: readonly Command[], pace: Pace, without: Without): Promise<Report> => {
  let now = Date.parse("2026-11-21T09:00:00Z");
  const clock = { now: () => new Date(now) };
  let serial = 0;
  const ids = {
    objectId: () => (++serial).toString(16).padStart(24, "0"),
    random: (bytes: number) => (++serial).toString(16).padStart(bytes * 2, "0"),
  };
  const memory = memorySending({ now: () => now, credits: 1_000_000 });
  const mailbox = aMailbox({ maxDailySends: 8, ...pace });
  const accepted: { messageId: string; time: number; sha256: string }[] = [];
  const script: Event[] = [];
  const cancelled = new Set<string>();

  const submit = async (messageId: string, sha256: string, intend: (refused: readonly []) => Promise<boolean>): Promise<Outcome> => {
    const event = script.shift() ?? "ok";
    if (event === "crash before intent") throw new Crash();
    if (event === "lost before") return { kind: "unreached", failure: new MailFailure("SMTP", "unreachable") };
    if (!(await intend([]))) return { kind: "fenced" };
    if (event === "crash after intent") throw new Crash();
    if (event === "4xx") return { kind: "refused", code: 451, reply: "451 later" };
    if (event === "5xx") return { kind: "refused", code: 550, reply: "550 no" };
    if (event !== "lost, not kept") accepted.push({ messageId, time: now, sha256 });
    if (event === "crash, kept") throw new Crash();
    return event === "ok" ? { kind: "sent" } : { kind: "unknown" };
  };
  const submission: Submission = {
    open: true,
    close: () => undefined,
    submit: ({ raw }, intend) => submit(/^Message-ID:\s*(\S+)/im.exec(raw.toString("latin1"))?.[1] ?? "", hashOf(raw), intend),
  };
  const away = new Map<string, Date>();
  const gone = new Set<string>();
  const ports = {
    ...memoryDeliverPorts(memory, mailbox),
    submissions: { open: async () => submission },
    clock,
    ids,
    answers: {
      pull: async () => true,
      to: async ({ id }: Send) => (gone.has(id) ? ("left" as const) : undefined),
      away: async ({ id }: Send) => {
        const receivedAt = away.get(id);
        return receivedAt && { receivedAt };
      },
    },
  };
  let restarts = 0;
  const deliver = () => {
    // Only a worker that was started again has forgotten the ramp.
    const isWhole = without.mutant === "the ramp is forgotten" && restarts === 0;
    const own = isWhole ? ports : mutate(ports, without.mutant, without.connect);
    return deliverMailbox(own, { mailboxId: mailbox.id, sendIds: [] }).catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error;
      restarts += 1;
    });
  };
  const known: Send[] = [];
  const drafts: ReturnType<typeof draftSend>[] = [];

  for (const step of commands) {
    if (step.kind === "accept") {
      const draft = draftSend(
        { clock, ids },
        { mailbox },
        anEmail({ scheduledAt: new Date(now + step.inMinutes * 60_000), ...waitsFor[step.recipient] }),
      );
      await memory.acceptedSends.accept(mailbox.userId, [draft]);
      rememberContent(draft);
      drafts.push(draft);
      known.push(draft.send);
      if (step.recipient === "away") away.set(draft.send.id, new Date(now));
      if (step.recipient === "left") gone.add(draft.send.id);
    }
    if (step.kind === "deliver" || step.kind === "race") script.push(...step.events);
    if (step.kind === "deliver") await deliver();
    if (step.kind === "race") await Promise.all([deliver(), deliver(), deliver()]);
    if (step.kind === "cancel" && known[step.which] && (await memory.sends.cancel(mailbox.userId, known[step.which]!.id)))
      cancelled.add(known[step.which]!.id);
    if (step.kind === "sweep") await memory.deliveries.recover();
    if (step.kind === "wait") now += step.minutes * 60_000;
  }
  script.length = 0;
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const dues = [...memory.rows.values()].flatMap(({ dueAt }) => (dueAt ? [dueAt.getTime()] : []));
    if (dues.length === 0) break;
    const pause: Partial<PacePause> = memory.pauses.get(mailbox.id) ?? {};
    now = Math.max(now + MINUTE_MS, Math.min(...dues), (pause.opensAt ?? pause.until)?.getTime() ?? 0);
    await memory.deliveries.recover();
    await deliver();
  }
  const ended = [...memory.rows.values()];
  const early = accepted.filter(
    ({ messageId, time }) => time < (ended.find((send) => send.messageId === messageId)?.scheduledAt?.getTime() ?? 0),
  );
  // The Date of an email that waited for a return is that of the return.
  for (const draft of drafts) if (away.has(draft.send.id)) rememberContent({ ...draft, send: memory.rows.get(draft.send.id)! });
  const tooSoon = [...away].filter(([id, at]) => {
    const left = accepted.find(({ messageId }) => messageId === memory.rows.get(id)?.messageId);
    return left && left.time < at.getTime() + DAY_MS;
  });
  const perDay = accepted.some(
    ({ time }) => accepted.filter((other) => other.time > time - 24 * 3_600_000 && other.time <= time).length > mailbox.maxDailySends,
  );
  return remark(
    compare(ended, accepted),
    ...(early.length > 0 ? ["sent before its time"] : []),
    ...(tooSoon.length > 0 ? ["sent to somebody who is away"] : []),
    ...paceBroken(pace, ended, accepted),
    ...(perDay ? ["the daily cap was exceeded"] : []),
    ...ended
      .filter(({ id, status }) => (cancelled.has(id) || gone.has(id)) !== (status === "cancelled"))
      .map(({ id }) => `${id}: a cancel was lost or invented`),
  );
};

/** T20: random interleavings of accepting, delivering, crashing, racing, cancelling, sweeping and time, absences and paces, of the real worker over memory. */
export const t20: FaultTest = {
  id: "T20",
  title: "model: random interleavings",
  mutants: ["the gap is ignored", "the ramp is forgotten", "the workday is of another zone"],
  run: async (context, mutant) => {
    let total = emptyReport;
    const numRuns = Math.min(1_000_000, 10_000 * context.scale);
    const seed = Math.floor(context.random() * 2 ** 31);
    const checked = await fc.check(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 25 }), paces, async (commands, pace) => {
        const report = await play(commands, pace, { mutant, connect: context.connect });
        // The tests beside it share this process: without a pause their transactions would run out of time.
        await setImmediate();
        total = { ...total, acknowledged: total.acknowledged + report.acknowledged, unknown: total.unknown + report.unknown };
        if (!isClean(report)) throw new Error(JSON.stringify(report));
      }),
      { numRuns, seed },
    );
    return checked.failed
      ? remark(total, `seed ${seed}: ${String(checked.errorInstance)} after ${JSON.stringify(checked.counterexample)}`)
      : total;
  },
};
