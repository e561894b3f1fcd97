import { latencies, lambdaCost, cpuTimeMs, prices } from "#infra/cost/prices.ts";
import { queueJobs } from "#shared/service/jobs.ts";
import type { Shares, WorkerPool } from "#shared/platform/fair-shares.ts";
import type { Mailbox, SmtpAccount } from "#shared/mailboxes/mailbox.ts";
import { draftSend } from "#shared/sending/accept/draft.ts";
import type { Draft } from "#shared/sending/ports/acceptance.ts";
import { withCircuitBreaker } from "#shared/mailboxes/connection/circuit-breaker.ts";
import { deliverFairly, wakeWaiter } from "#shared/sending/deliver/deliver-mailbox.ts";
import type { DeliverPorts } from "#shared/sending/deliver/deliver-ports.ts";
import type { AwayNote, Departure } from "#shared/sending/departure/departure.ts";
import { forecastOf } from "#shared/sending/forecast/eta.ts";
import { LEASE_MS } from "#shared/sending/store/deliveries.ts";
import type { CancelReason, Send } from "#shared/sending/send.ts";
import { memorySending } from "../support/memory/sending.ts";
import { memoryShares } from "../support/memory/shares.ts";
import { planWakes } from "#shared/sending/wake/plan-wakes.ts";
import { sweep } from "#shared/sending/wake/sweep.ts";
import { randomBy } from "#test/support/random.ts";
import { queueFunction } from "./lambda.ts";
import { samples } from "./samples.ts";
import { costingDeliveries } from "./costing-deliveries.ts";
import { forecastErrors } from "./forecast-errors.ts";
import { portOf } from "./stub.ts";
import { type Faults, mailServers } from "./mail-servers.ts";
import { virtualTime } from "./virtual-time.ts";

/** What a world of sends is made of; the seed determines everything. */
export interface SendsOptions extends Partial<Faults> {
  readonly seed: number;
  /** Hears of every email that was sent, and how long it took. */
  readonly onSent?: (mailbox: Mailbox, ms: number) => void;
  /** What recipients do, in a world of sequences. */
  readonly recipients?: Recipients;
}

/** What recipients answer, as the stored mail would say it; hears of every email that is over. */
export interface Recipients {
  readonly answer: (send: Send) => CancelReason | undefined;
  readonly away: (send: Send) => AwayNote | undefined;
  readonly onEnded: (send: Send) => void;
}

const MAILBOXES_PER_ACCOUNT = 50;
const quiet = () => undefined;

const providerOf = (n: number): Mailbox["type"] => (n % 10 < 4 ? "google" : n % 10 < 7 ? "outlook" : "smtp");

/** 100,000 mailboxes, the deliver function behind its queue, and the sweeper. */
export const sendsWorld = ({
  seed,
  isDown = () => false,
  hangs = () => undefined,
  refuses = () => undefined,
  onSent = quiet,
  recipients,
}: SendsOptions) => {
  const time = virtualTime();
  const begun = time.now();
  const random = randomBy(seed);
  const clock = { now: () => new Date(time.now()) };
  let serial = 0;
  const hex = (digits: number) => (serial += 1).toString(16).padStart(digits, "0");
  const ids = {
    objectId: () => hex(24),
    random: (bytes: number) =>
      Math.floor(random() * 2 ** 32)
        .toString(16)
        .padStart(bytes * 2, "0"),
  };
  const spread = (ms: number) => ms * (0.7 + 0.6 * random());
  let databaseCommands = 0;
  const commands = (count: number) => {
    databaseCommands += count;
    return time.sleep(spread(count * latencies.commandMs));
  };
  const latency = samples();
  const forecasts = forecastErrors();
  let [sent, failed] = [0, 0];
  const job = queueJobs.find(({ id }) => id === "jobs/deliver")!;
  const cpu = (ms: number) => cpuTimeMs(ms, job.memoryMb);
  const onEnded = (send: Send) => {
    const { mailboxId, createdAt, status } = send;
    const box = boxes[Number.parseInt(mailboxId, 16)]!;
    forecasts.ended(send);
    if (recipients) over.set(send.id, send);
    recipients?.onEnded(send);
    if (status !== "sent") {
      if (status === "failed" && !hangs(box)) failed += 1;
      return;
    }
    sent += 1;
    const ms = time.now() - createdAt.getTime();
    latency.add(ms);
    onSent(box, ms);
  };
  /** In a world of sequences: what is over, because follow-ups look at their originals; and the follow-ups of each. */
  const over = new Map<string, Send>();
  const followUps = new Map<string, string[]>();
  const store = memorySending({ now: time.now, leaseMs: LEASE_MS, credits: Infinity, onEnded });

  const boxes: Mailbox[] = [];
  const mailbox = (n: number, userId = `user${Math.floor(n / MAILBOXES_PER_ACCOUNT)}`, maxDailySends = 2_000): Mailbox =>
    (boxes[n] ??= {
      id: n.toString(16).padStart(24, "0"),
      userId,
      type: providerOf(n),
      email: `box${n}@example.com`,
      displayName: "Sales",
      status: "active",
      statusSince: new Date(begun),
      maxDailySends,
      smtp: { host: `smtp.${providerOf(n)}.test`, port: 465, secure: "tls", username: "u" },
      inboxSyncEnabled: false,
      inboxLastError: "",
      smtpFailures: 0,
      imapFailures: 0,
      createdAt: new Date(begun),
      updatedAt: new Date(begun),
    });
  const copyOf = (box: Mailbox | undefined): Mailbox | undefined => box && { ...box };
  const change = (id: string, changes: Partial<Record<keyof Mailbox, unknown>>) =>
    void Object.assign(boxes[Number.parseInt(id, 16)] ?? {}, changes);
  /** How often an account has stopped something. */
  const versions = new Map<string, number>();
  const stopped = (userId: string) => void versions.set(userId, (versions.get(userId) ?? 0) + 1);
  const servers = mailServers({ time, begun, spread, cpu, isDown, hangs, refuses });
  const wakeUps = {
    wake: async (sends: Parameters<typeof planWakes>[0]) => {
      for (const { tenant, job: message, delaySeconds } of planWakes(sends, clock.now()))
        // A retry beyond the queue's reach has a one-off schedule: it comes at its minute.
        if (message.job === "deliver") deliver.send(message, tenant, delaySeconds);
        else
          for (const { id, userId, mailboxId, dueAt } of sends.filter((send) => message.sendIds.includes(send.id)))
            time.at((dueAt ?? clock.now()).getTime(), () => deliver.send({ mailboxId, sendIds: [id] }, userId, 0));
    },
  };
  const log = { info: quiet, warn: quiet, error: quiet };
  const ports: DeliverPorts = {
    deliveries: {
      ...costingDeliveries(store, commands, time.now),
      stopVersion: async (userId) => (await commands(1), versions.get(userId) ?? 0),
    },
    sends: portOf<DeliverPorts["sends"]>({
      find: async (userId, id) => (await commands(1), over.get(id) ?? store.sends.find(userId, id)),
      followUps: async (_userId, parentIds) => {
        await commands(1);
        return parentIds.flatMap((id) => followUps.get(id) ?? []).flatMap((id) => store.rows.get(id) ?? []);
      },
      rescheduleFollowUps: async (userId, times) => (await commands(1), store.sends.rescheduleFollowUps(userId, times)),
      makeFollowUpsDue: async () => (await commands(1), []),
      endFollowUps: async () => (await commands(1), []),
    }),
    mailboxes: {
      findForJob: async (id) => (await commands(1), copyOf(boxes[Number.parseInt(id, 16)])),
      note: async ({ id }, changes) => {
        await commands(1);
        change(id, changes);
        return true;
      },
    },
    mailAccounts: {
      // A hanging mailbox has a server of its own, so no circuit breaker knows it.
      smtp: async (box) => {
        await commands(1);
        return { ...box.smtp, host: hangs(box) ? box.email : box.type, username: box.email, credential: { password: "" } };
      },
      imap: async () => undefined,
      renew: async () => false,
      otherWay: async () => undefined,
    },
    submissions: {
      open: ({ host, username }) => {
        const box = boxes[Number.parseInt(username.slice("box".length), 10)];
        return servers.open(host as Mailbox["type"], box);
      },
    },
    sentFolder: {
      draft: async () => ({ kind: "missing" }),
      contains: async () => undefined,
      count: async () => undefined,
      append: async function* () {},
    },
    copies: portOf<DeliverPorts["copies"]>({ take: async () => [] }),
    suppressions: { among: async () => (await commands(1), new Map()) },
    refusals: { note: async () => commands(1) },
    workerTime: { spend: async () => (await commands(1), 0) },
    answers: { pull: async () => true, to: async (send) => recipients?.answer(send), away: async (send) => recipients?.away(send) },
    eventOutbox: { publish: async () => (await commands(5), []) },
    wakeUps,
    isInMaintenance: async () => false,
    clock,
    ids,
    log,
    pause: (ms) => time.sleep(ms),
  };
  const memory = memoryShares(time.now);
  const shares: Shares = {
    take: async (...asked) => {
      await commands(1);
      const taken = await memory.take(...asked);
      return typeof taken === "string"
        ? taken
        : {
            renew: () => commands(1).then(() => taken.renew()),
            free: () => commands(1).then(() => taken.free()),
          };
    },
  };
  let most = job.source.concurrency.prod;
  const pool: WorkerPool = { shares, name: "send", most: () => most, wake: (waiter) => wakeWaiter(wakeUps, waiter), log };
  const deliver = queueFunction<{ readonly mailboxId: string; readonly sendIds: readonly string[] }>(time, job, (message, environment) =>
    deliverFairly({ ...ports, submissions: submissionsOf(environment) }, pool, message),
  );
  // What a process knows of silent hosts is its own.
  const known = new Map<number, DeliverPorts["submissions"]>();
  const submissionsOf = (environment: number) => {
    const own = known.get(environment) ?? { open: withCircuitBreaker((account: SmtpAccount) => ports.submissions.open(account), clock) };
    known.set(environment, own);
    return own;
  };
  const everyMinute = () => {
    void sweep(ports);
    time.at(time.now() + 60_000, everyMinute);
  };
  everyMinute();

  /** Stores drafts, forecasts when they leave, and wakes their worker. */
  const take = (box: Mailbox, drafts: readonly Draft[]): void => {
    void store.acceptedSends.accept(box.userId, drafts);
    const sends = drafts.map(({ send }) => send);
    for (const { id, waitsFor } of sends) if (waitsFor) followUps.set(waitsFor, [...(followUps.get(waitsFor) ?? []), id]);
    forecasts.accepted(sends, forecastOf({ mailbox: box, load: store.loadOf(box.id), pause: store.pauses.get(box.id), now: clock.now() }));
    databaseCommands += 6;
    void wakeUps.wake(sends);
  };

  return {
    time,
    clock,
    ids,
    take,
    random,
    begun,
    mailbox,
    deliver,
    /** Fewer workers than in prod, as on a laptop. */
    setWorkers: (workers: number) => {
      most = workers;
      deliver.allow(workers);
    },
    /** Accepts emails of a mailbox, forecasts when they leave, and wakes its worker. */
    accept: (
      box: Mailbox,
      count: number,
      wishes: Pick<Departure, "scheduledAt" | "window"> = {},
      to: (n: number) => string = () => "jane@example.net",
    ) => {
      const email = { subject: "Hello", bodyText: "Shall we talk?", ...wishes };
      const drafts = Array.from({ length: count }, (_, n) =>
        draftSend({ clock, ids }, { mailbox: box }, { ...email, to: { name: "", email: to(n) } }),
      );
      take(box, drafts);
    },
    /** Changes a mailbox's daily cap, as a request does. */
    setCap: (box: Mailbox, maxDailySends: number) => {
      change(box.id, { maxDailySends });
      stopped(box.userId);
    },
    /** Cancels what of a mailbox waits or is claimed without intent, as a request does. */
    cancelAll: (box: Mailbox) => {
      stopped(box.userId);
      for (const { id } of store.ofMailbox(box.id)) void store.sends.cancel(box.userId, id);
    },
    facts: () => {
      const { billedMs, calls, ...rest } = deliver.facts();
      const money = lambdaCost(billedMs, job.memoryMb, calls) + calls * 3 * (prices.sqsRequest + prices.sqsFair);
      return {
        ...rest,
        calls,
        latency,
        forecasts: forecasts.facts(),
        sent,
        failed,
        alive: store.rows.size,
        databaseCommands,
        ...servers.facts(),
        money,
      };
    },
  };
};
