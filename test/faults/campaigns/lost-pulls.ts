import { oid } from "#shared/platform/mongo/documents.ts";
import { messagesOf } from "#shared/inbox/store/message-documents.ts";
import { mongoPolls, syncStatesOf, mongoSyncTargets } from "#shared/inbox/store/sync-states.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import { probeMailboxes } from "#shared/inbox/pull/probe.ts";
import { startSync } from "#shared/inbox/pull/start-sync.ts";
import type { ProbeGroup } from "#shared/inbox/ports/polls.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { clock } from "#shared/platform/system.ts";
import { syncWorld } from "#test/support/sync-world.ts";
import type { FaultContext } from "../context.ts";
import type { FaultTest } from "../fault-test.ts";
import type { Mutant } from "../mutants.ts";
import { type PullPoint, pullPoints } from "../pull-worker.ts";
import { emptyReport, type Report, remark, sumOf } from "../report.ts";

const MAILS = 3;
const ROUND_MS = 60_000;
/** What is promised: a killed worker's inbox goes on within so long. */
const GOES_ON_WITHIN_MS = 90_000;
const GIVE_UP_MS = 5 * ROUND_MS;
/** Longer than a pull's lease. */
const FROZEN_FOR_MS = 20_000;

/** A mailbox that was pulled once and has mail since, on an IMAP server of its own. */
const aWorld = async (context: FaultContext) => {
  const { connect } = context;
  const imap = await context.imap();
  const world = syncWorld(connect, () => imap.account);
  const mailbox = await world.mailbox();
  const { error } = await world.pull(mailbox);
  if (error !== "") throw new Error(error);
  let delivered = 0;
  const deliver = (count: number) => {
    for (let n = 0; n < count; n += 1) {
      delivered += 1;
      imap.deliver(
        mailbox.email,
        `From: jane@peer.test\r\nMessage-ID: <${delivered}.${mailbox.id}@peer.test>\r\nSubject: News\r\n\r\nText\r\n`,
      );
    }
  };
  const pass = async (ms: number) => {
    const database = await connect();
    const back = (field: string) => [{ $set: { [field]: { $subtract: [`$${field}`, ms] } } }];
    for (const field of ["leaseUntil", "queuedUntil"] as const)
      await syncStatesOf(database).updateMany({ _id: oid(mailbox.id), [field]: { $exists: true } }, back(field));
    await mailboxesOf(database).updateOne({ _id: oid(mailbox.id) }, back("inboxLastSyncAt"));
  };
  const cursors = async () => JSON.stringify((await syncStatesOf(await connect()).findOne({ _id: oid(mailbox.id) }))?.cursors);
  const judge = async (): Promise<Report> => {
    const rows = await messagesOf(await connect())
      .find({ mailboxId: oid(mailbox.id) })
      .toArray();
    const stored = new Set(rows.map(({ messageId }) => messageId)).size;
    return { ...emptyReport, acknowledged: delivered, lost: delivered - stored, duplicated: rows.length - stored };
  };
  // Its last poll was two minutes ago, as when the schedule takes it.
  await pass(2 * ROUND_MS);
  return { imap, world, mailbox, deliver, pass, cursors, judge };
};

/** One round of the schedule and what follows from it; answers how long it took, ms, and whether the mailbox's pull was made. */
const aRound = async (context: FaultContext, { world, mailbox, pass }: Awaited<ReturnType<typeof aWorld>>) => {
  const { connect } = context;
  const groups: ProbeGroup[] = [];
  const probeQueue = { add: async (added: readonly ProbeGroup[]) => void groups.push(...added) };
  await startSync({ syncTargets: mongoSyncTargets(connect), probeQueue, clock, pollMinutes: 2 });
  const group = groups.find(({ mailboxIds }) => mailboxIds.includes(mailbox.id));
  if (!group) return { tookMs: 0, isPulled: false };
  const tookMs = group.delaySeconds * 1000;
  await pass(tookMs);
  let isPulled = false;
  const pull = async (mailboxes: readonly Pick<Mailbox, "id">[]) => {
    for (const one of mailboxes) isPulled = (await world.pull(one)).skipped === "";
  };
  await probeMailboxes({ ...world.ports, polls: mongoPolls(connect), syncQueue: { add: pull }, clock }, [mailbox.id]);
  return { tookMs, isPulled };
};

/** Kills a pull so many ms before the schedule's next round. */
const killAt = async (context: FaultContext, point: PullPoint, beforeRoundMs: number, mutant?: Mutant): Promise<Report> => {
  const home = await aWorld(context);
  const { imap, mailbox, deliver, pass, judge } = home;
  deliver(MAILS);
  const worker = await context.workers.take();
  await worker.run({ mailbox, imap: imap.account, fault: { point, passage: 1, signal: "SIGKILL" }, mutant });
  // What the killed pull stored is stored; the next mail shows when the mailbox goes on.
  deliver(1);
  let waitedMs = 0;
  for (let nextMs = beforeRoundMs; waitedMs < GIVE_UP_MS; nextMs = ROUND_MS) {
    await pass(nextMs);
    const { tookMs, isPulled } = await aRound(context, home);
    waitedMs += nextMs + tookMs;
    if (isPulled) break;
  }
  const report = await judge();
  return waitedMs <= GOES_ON_WITHIN_MS ? report : remark(report, `${point}: the inbox went on after ${waitedMs / 1000} s`);
};

/** Freezes a pull until its lease is lost and others have pulled, and lets it wake. */
const freezeAt = async (context: FaultContext, point: PullPoint, mutant?: Mutant): Promise<Report> => {
  const { imap, world, mailbox, deliver, pass, cursors, judge } = await aWorld(context);
  deliver(MAILS);
  const worker = await context.workers.take();
  const stopped = worker.stopped();
  const running = worker.run({ mailbox, imap: imap.account, fault: { point, passage: 1, signal: "SIGSTOP" }, mutant });
  await stopped;
  await pass(FROZEN_FOR_MS);
  for (let pulls = 0; pulls < 2; pulls += 1) {
    deliver(1);
    await world.pull(mailbox);
  }
  const [before, known] = [await cursors(), await world.mailboxes.findForJob(mailbox.id)];
  worker.kill("SIGCONT");
  await running;
  worker.kill("SIGKILL");
  const after = await world.mailboxes.findForJob(mailbox.id);
  const isNoted = after?.inboxLastSyncAt?.getTime() !== known?.inboxLastSyncAt?.getTime();
  return remark(
    await judge(),
    ...(before === (await cursors()) ? [] : [`${point}: a stale pull moved the cursors`]),
    ...(isNoted ? [`${point}: a stale pull noted itself`] : []),
  );
};

/** T24: a pull is killed, or frozen until its lease is lost: its inbox goes on within 90 s, nothing is lost or doubled, and the stale pull writes nothing. */
export const t24: FaultTest = {
  id: "T24",
  title: "pull killed, or frozen until its lease is lost",
  mutants: ["a pull's lease is long", "cursors ignore the lease"],
  run: async (context, mutant) => {
    const reports: Report[] = [];
    for (const point of pullPoints) {
      for (let second = 1; second <= 60; second += mutant ? 14 : 59 / (3 * context.scale))
        reports.push(await killAt(context, point, Math.round(second * 1000), mutant));
      reports.push(await freezeAt(context, point, mutant));
    }
    return sumOf(reports);
  },
};
