import { latencies, lambdaCost, cpuTimeMs, prices } from "#infra/cost/prices.ts";
import { readMeasured } from "#infra/cost/measured.ts";
import type { QueueJob } from "#shared/contract/job.ts";
import { queueJobs } from "#shared/contract/jobs.ts";
import { MailFailure } from "#shared/domain/mailboxes/connection/mail-failure.ts";
import type { Mailbox, SmtpAccount } from "#shared/domain/mailboxes/mailbox.ts";
import { draftSend } from "#shared/domain/sending/accept/draft.ts";
import { sparingSilentHosts } from "#shared/domain/mailboxes/connection/silent-hosts.ts";
import { buildGate } from "#shared/domain/sending/deliver/build-gate.ts";
import { type DeliverJob, deliverMailbox } from "#shared/domain/sending/deliver/deliver-mailbox.ts";
import { deliverSingle } from "#shared/domain/sending/deliver/deliver-single.ts";
import type { DeliverPorts } from "#shared/domain/sending/deliver/deliver-ports.ts";
import type { Outcome, Submission } from "#shared/domain/sending/ports.ts";
import { planWakes } from "#shared/domain/sending/wake/plan-wakes.ts";
import { sweep } from "#shared/domain/sending/wake/sweep.ts";
import { queueFunction } from "./lambda.ts";
import { samples } from "./samples.ts";
import { sendStore } from "./send-store.ts";
import { portOf } from "./stub.ts";
import { randomBy, virtualTime } from "./virtual-time.ts";

/** What a world of sends is made of; the seed determines everything. */
export interface SendsOptions {
  readonly seed: number;
  /** Providers that do not answer, by time in ms since midnight. */
  readonly isDown?: (provider: Mailbox["type"], ms: number) => boolean;
  /** Hears of every email that was sent, and how long it took. */
  readonly onSent?: (mailbox: Mailbox, ms: number) => void;
}

const measured = readMeasured();
/** Of an email's processor time at full speed and of a login's, ms; the emails of a shared call share what a call takes besides. */
const EMAIL_CPU_MS = measured.batchedEmail.cpuMs;
const LOGIN_CPU_MS = measured.singleEmail.cpuMs - EMAIL_CPU_MS;
const SHARED_LOGIN_CPU_MS = measured.sharedEmail.cpuMs - EMAIL_CPU_MS;
/** Of an email with PIPELINING, and of a login with TLS and SASL. */
const EMAIL_ROUND_TRIPS = 2;
const LOGIN_ROUND_TRIPS = Math.round(measured.roundTrips.single) - EMAIL_ROUND_TRIPS;
/** A dead host costs the time limit of a connection. */
const DEAD_MS = 10_000;
const MAILBOXES_PER_ACCOUNT = 50;
const quiet = () => undefined;
const jobOf = (wanted: string) => queueJobs.find(({ id }) => id === wanted)!;
const jobs = { deliver: jobOf("jobs/deliver"), singles: jobOf("jobs/deliver-singles") };

/** An environment of a function: its processor does one thing at a time, and what it knows of silent hosts is its own. */
interface Machine {
  readonly work: (ms: number) => Promise<void>;
  /** Of a login, ms of a processor at full speed. */
  readonly loginMs: number;
  readonly submissions: DeliverPorts["submissions"];
}

const providerOf = (n: number): Mailbox["type"] => (n % 10 < 4 ? "google" : n % 10 < 7 ? "outlook" : "smtp");

/** 100,000 mailboxes, the two functions that deliver behind their queues, and the sweeper. */
export const sendsWorld = ({ seed, isDown = () => false, onSent = quiet }: SendsOptions) => {
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
  let [databaseCommands, connections, mostConnections] = [0, 0, 0];
  const commands = (count: number) => {
    databaseCommands += count;
    return time.sleep(spread(count * latencies.commandMs));
  };
  const latency = samples();
  let [sent, failed] = [0, 0];
  const store = sendStore(time.now, commands, ({ mailboxId, createdAt }, status) => {
    if (status === "failed") {
      failed += 1;
      return;
    }
    sent += 1;
    const ms = time.now() - createdAt.getTime();
    latency.add(ms);
    onSent(boxes[Number.parseInt(mailboxId, 16)]!, ms);
  });

  const boxes: Mailbox[] = [];
  const mailbox = (n: number, userId = `user${Math.floor(n / MAILBOXES_PER_ACCOUNT)}`): Mailbox =>
    (boxes[n] ??= {
      id: n.toString(16).padStart(24, "0"),
      userId,
      type: providerOf(n),
      email: `box${n}@example.com`,
      displayName: "Sales",
      status: "active",
      statusSince: new Date(begun),
      maxDailySends: 2_000,
      smtp: { host: `smtp.${providerOf(n)}.test`, port: 465, secure: "tls", username: "u" },
      inboxSyncEnabled: false,
      inboxLastError: "",
      smtpFailures: 0,
      imapFailures: 0,
      createdAt: new Date(begun),
      updatedAt: new Date(begun),
    });
  const open = async (type: Mailbox["type"], { work, loginMs }: Machine): Promise<Submission> => {
    if (isDown(type, time.now() - begun)) {
      await time.sleep(DEAD_MS);
      throw new MailFailure("SMTP", "unreachable");
    }
    for (let trip = 0; trip < LOGIN_ROUND_TRIPS; trip += 1) {
      await time.sleep(spread(latencies.mailRoundTripMs));
      await work(loginMs / LOGIN_ROUND_TRIPS);
    }
    connections += 1;
    mostConnections = Math.max(mostConnections, connections);
    const submit = async (intend: Parameters<Submission["submit"]>[1]): Promise<Outcome> => {
      if (isDown(type, time.now() - begun)) {
        await time.sleep(DEAD_MS);
        return { kind: "unreached", failure: new MailFailure("SMTP", "unreachable") };
      }
      await time.sleep(spread(latencies.mailRoundTripMs));
      await work(EMAIL_CPU_MS);
      if (!(await intend([]))) return { kind: "fenced" };
      await time.sleep(spread((EMAIL_ROUND_TRIPS - 1) * latencies.mailRoundTripMs + latencies.mailServerMs));
      return { kind: "sent" };
    };
    let closed = false;
    return {
      open: true,
      submit: (_message, intend) => submit(intend),
      close: () => {
        if (!closed) connections -= 1;
        closed = true;
      },
    };
  };
  const wakeUps = {
    wake: async (sends: Parameters<typeof planWakes>[0]) => {
      for (const { queue, tenant, job: message, delaySeconds } of planWakes(sends, clock.now()))
        // A retry beyond the queue's reach has a one-off schedule: it comes at its minute.
        if (message.job === "deliver") (queue === "singles" ? singles : deliver).send(message, tenant, delaySeconds);
        else
          for (const { id, mailboxId, dueAt } of sends.filter((send) => message.sendIds.includes(send.id)))
            time.at((dueAt ?? clock.now()).getTime(), () => deliver.send({ mailboxId, sendIds: [id] }, undefined, 0));
    },
  };
  const log = { info: quiet, warn: quiet, error: quiet };
  const ports: DeliverPorts = {
    deliveries: store.deliveries,
    sends: portOf<DeliverPorts["sends"]>({
      followUps: async () => (await commands(1), []),
      hurryFollowUps: async () => (await commands(1), []),
      endFollowUps: async () => (await commands(1), []),
    }),
    mailboxes: {
      findForJob: async (id) => (await commands(1), boxes[Number.parseInt(id, 16)]),
      note: async () => (await commands(1), true),
    },
    mailAccounts: {
      smtp: async (box) => (await commands(1), { ...box.smtp, host: box.type, username: box.email, credential: { password: "" } }),
      imap: async () => undefined,
      renew: async () => false,
    },
    submissions: portOf<DeliverPorts["submissions"]>({}),
    sentFolder: { contains: async () => undefined, append: async function* () {} },
    copies: portOf<DeliverPorts["copies"]>({ take: async () => [] }),
    suppressions: { among: async () => (await commands(1), new Map()) },
    workerTime: { spend: async () => (await commands(1), 0) },
    answers: { pull: async () => true, to: async () => undefined },
    newsroom: { publish: async () => (await commands(5), []) },
    wakeUps,
    clock,
    ids,
    log,
    pause: (ms) => time.sleep(ms),
  };
  const machinesOf = (job: QueueJob, loginMs: number) => {
    const known = new Map<number, Machine>();
    return (environment: number): Machine => {
      const machine = known.get(environment) ?? aMachine(job, loginMs);
      known.set(environment, machine);
      return machine;
    };
  };
  const aMachine = ({ memoryMb }: QueueJob, loginMs: number): Machine => {
    let freeAt = 0;
    const machine: Machine = {
      loginMs,
      work: (ms) => {
        freeAt = Math.max(freeAt, time.now()) + cpuTimeMs(ms, memoryMb);
        return time.sleep(freeAt - time.now());
      },
      submissions: {
        open: sparingSilentHosts((account: SmtpAccount) => open(account.host as Mailbox["type"], machine), clock),
      },
    };
    return machine;
  };
  const deliverers = machinesOf(jobs.deliver, LOGIN_CPU_MS);
  const sharers = machinesOf(jobs.singles, SHARED_LOGIN_CPU_MS);
  const portsOn = ({ submissions }: Machine): DeliverPorts => ({ ...ports, submissions });
  const deliver = queueFunction<DeliverJob>(
    time,
    jobs.deliver,
    (environment) => (message) => deliverMailbox(portsOn(deliverers(environment)), message),
  );
  const singles = queueFunction<DeliverJob>(time, jobs.singles, (environment) => {
    const gate = buildGate();
    return (message) => deliverSingle(portsOn(sharers(environment)), message, gate);
  });
  const everyMinute = () => {
    void sweep(ports);
    time.at(time.now() + 60_000, everyMinute);
  };
  everyMinute();

  return {
    time,
    random,
    begun,
    mailbox,
    /** So many calls at once of each function from now on, or as many as prod allows: what a throttled region leaves. */
    allow: (calls = Infinity) => {
      deliver.allow(Math.min(calls, jobs.deliver.source.concurrency.prod));
      singles.allow(Math.min(calls, jobs.singles.source.concurrency.prod));
    },
    /** Accepts emails of a mailbox and wakes its worker. */
    accept: (box: Mailbox, count: number) => {
      const email = { toEmail: "jane@example.net", subject: "Hello", html: "", text: "Shall we talk?", headers: {} };
      const drafts = Array.from({ length: count }, () => draftSend({ clock, ids }, { mailbox: box }, email));
      for (const draft of drafts) store.add(draft);
      databaseCommands += 6;
      void wakeUps.wake(drafts.map(({ send, light }) => ({ ...send, light })));
    },
    facts: () => {
      const [alone, shared] = [deliver.facts(), singles.facts()];
      const both = (name: keyof typeof alone) => alone[name] + shared[name];
      const priceOf = ({ billedMs, calls, put }: typeof alone, { memoryMb }: QueueJob) =>
        lambdaCost(billedMs, memoryMb, calls) + (put + 2 * calls) * (prices.sqsRequest + prices.sqsFair);
      return {
        running: both("running"),
        environments: both("environments"),
        waiting: both("waiting"),
        buried: both("buried"),
        emailsACall: shared.taken / shared.calls,
        latency,
        sent,
        failed,
        alive: store.alive(),
        databaseCommands,
        connections,
        mostConnections,
        money: priceOf(alone, jobs.deliver) + priceOf(shared, jobs.singles),
      };
    },
  };
};
