import { MAILBOXES_PER_PROBE } from "#shared/domain/inbox/pull/polling.ts";
import { type FunctionId, sizeOf } from "../functions.ts";
import { AUDITED_MESSAGES, type Measured, type Taken } from "./measured.ts";
import { cpuTimeMs, DAYS_A_MONTH, HOURS_A_MONTH, lambdaCost, latencies, prices } from "./prices.ts";

const GB = 2 ** 30;
const MILLION = 1_000_000;
const BATCH = 25;
/** Three connections carry a batch of 25 where the provider allows it. */
const CONNECTIONS = 3;
/** A group's logins go side by side in two waves. */
const WAVES = 2;
/** One line of ours of a call, and API Gateway's line of a request, each with CloudWatch's 26; bytes. Lambda writes lines of failed calls alone. */
const OWN_LINE_BYTES = 250;
const ACCESS_LOG_BYTES = 190;
/** Mails that a mailbox gets a day, each found by a poll of its own; assumed. */
const MAILS_A_DAY = 20;
/** Pulls take these round trips more than a poll: SELECT, SEARCH, FETCH. */
const PULL_TRIPS = 3;
/** An audit's pull takes these more for each of three folders: SELECT and SEARCH; and so many audits a month. */
const AUDIT_TRIPS = 6;
const AUDITS_A_MONTH = DAYS_A_MONTH / 7;
/** Put, received and deleted. */
const REQUESTS_A_MESSAGE = 3;
const POLLS_A_MONTH = DAYS_A_MONTH * 24 * 30;
const ROUNDS_A_MONTH = DAYS_A_MONTH * 24 * 60;
/** AWS keeps five long polls of 20 s open on each queue that has a maximum concurrency. */
const IDLE_RECEIVES_A_MONTH = (5 * DAYS_A_MONTH * 86_400) / 20;
const QUEUES = 4;

/** What it costs, item by item, in dollars. */
type Bill = Readonly<Record<"API Gateway" | "functions" | "SQS" | "logs" | "mail out" | "to Atlas", number>>;

const total = (bill: Bill): number => Object.values(bill).reduce((sum, dollars) => sum + dollars, 0);
const memoryOf = (id: FunctionId): number => sizeOf(id).memoryMb;
const timeOf = ({ cpuMs, commands }: Taken, units: number, memoryMb: number): number =>
  units * (cpuTimeMs(cpuMs, memoryMb) + commands * latencies.commandMs);
const logsOf = (bytes: number): number => (bytes / GB) * (prices.logsGb + prices.logsGbMonth);
const bytesOf = (taken: readonly Taken[]) => ({
  "mail out": taken.reduce((sum, { mailBytesOut }) => sum + mailBytesOut, 0) * (prices.egressGb / GB),
  "to Atlas": taken.reduce((sum, { databaseBytes }) => sum + databaseBytes, 0) * (prices.zoneGb / GB),
});
const fairRequests = REQUESTS_A_MESSAGE * (prices.sqsRequest + prices.sqsFair);

/** How long deliver works on a single email, and on a batch of 25, ms. */
const deliverMs = (m: Measured) => {
  const memory = memoryOf("jobs/deliver");
  const { mailRoundTripMs, mailServerMs } = latencies;
  return {
    single: m.roundTrips.single * mailRoundTripMs + mailServerMs + timeOf(m.singleEmail, 1, memory),
    batch: m.roundTrips.batch * mailRoundTripMs + (BATCH / CONNECTIONS) * mailServerMs + timeOf(m.batchedEmail, BATCH, memory),
  };
};

/** How long after its acceptance a server has a single email, ms; the last command of a delivery's processor time comes later. */
const handedOverMs = (m: Measured): number => {
  const { mailRoundTripMs, mailServerMs, queueMs, commandMs } = latencies;
  const { cpuMs } = m.singleEmail;
  return (
    queueMs +
    m.roundTrips.single * mailRoundTripMs +
    mailServerMs +
    m.commandsBeforeSent * commandMs +
    cpuTimeMs(cpuMs, memoryOf("jobs/deliver"))
  );
};

const singleBill = (m: Measured): Bill => {
  const memory = memoryOf("sending/send");
  const accepting = timeOf(m.accepted, 1, memory) + latencies.awsCallMs;
  return {
    "API Gateway": prices.apiRequest,
    functions: lambdaCost(accepting, memory) + lambdaCost(deliverMs(m).single, memoryOf("jobs/deliver")),
    SQS: fairRequests,
    // Deliver says nothing of an email that was sent.
    logs: logsOf(OWN_LINE_BYTES + ACCESS_LOG_BYTES),
    ...bytesOf([m.accepted, m.singleEmail]),
  };
};

const batchedBill = (m: Measured): Bill => {
  const memory = memoryOf("sending/send-batch");
  return {
    "API Gateway": prices.apiRequest / 1000,
    functions:
      lambdaCost(timeOf(m.acceptedInBatch, 1, memory), memory, 0.001) + lambdaCost(deliverMs(m).batch, memoryOf("jobs/deliver")) / BATCH,
    SQS: fairRequests / BATCH,
    logs: logsOf(OWN_LINE_BYTES + ACCESS_LOG_BYTES) / 1000,
    ...bytesOf([m.acceptedInBatch, m.batchedEmail]),
  };
};

/** How long an audit takes with the pull that it is part of, ms. */
const auditMs = (m: Measured): number =>
  (m.roundTrips.poll + AUDIT_TRIPS) * latencies.mailRoundTripMs + timeOf(m.audited, 1, memoryOf("jobs/sync-mailbox"));

/** What the weekly audits of a mailbox cost a month, $: its pull, its line, and its bytes. */
const auditCost = (m: Measured): number => {
  const bytes = bytesOf([m.audited]);
  const functions = lambdaCost(auditMs(m), memoryOf("jobs/sync-mailbox"));
  return AUDITS_A_MONTH * (functions + fairRequests + logsOf(OWN_LINE_BYTES) + bytes["mail out"] + bytes["to Atlas"]);
};

/** Per mailbox and month, polled every two minutes. */
const mailboxBill = (m: Measured): Bill => {
  const [probe, sync] = [memoryOf("jobs/probe"), memoryOf("jobs/sync-mailbox")];
  const groups = POLLS_A_MONTH / MAILBOXES_PER_PROBE;
  const pulls = MAILS_A_DAY * DAYS_A_MONTH;
  const { mailRoundTripMs } = latencies;
  const groupMs = WAVES * m.roundTrips.poll * mailRoundTripMs + timeOf(m.poll, MAILBOXES_PER_PROBE, probe);
  const pullMs = (m.roundTrips.poll + PULL_TRIPS) * mailRoundTripMs + timeOf(m.mailPulled, 1, sync);
  const queueing = timeOf(m.targetsQueued, 1, memoryOf("jobs/start-sync"));
  const bytes = bytesOf([m.poll]);
  const pulled = bytesOf([m.mailPulled]);
  const audited = bytesOf([m.audited]);
  return {
    "API Gateway": 0,
    functions:
      groups * lambdaCost(groupMs, probe) +
      pulls * lambdaCost(pullMs, sync) +
      POLLS_A_MONTH * lambdaCost(queueing, memoryOf("jobs/start-sync"), 0) +
      AUDITS_A_MONTH * lambdaCost(auditMs(m), sync),
    SQS: groups * REQUESTS_A_MESSAGE * prices.sqsRequest + (pulls + AUDITS_A_MONTH) * fairRequests,
    logs: logsOf((groups + pulls + AUDITS_A_MONTH) * OWN_LINE_BYTES),
    "mail out": POLLS_A_MONTH * bytes["mail out"] + pulls * pulled["mail out"] + AUDITS_A_MONTH * audited["mail out"],
    "to Atlas": POLLS_A_MONTH * bytes["to Atlas"] + pulls * pulled["to Atlas"] + AUDITS_A_MONTH * audited["to Atlas"],
  };
};

/** What a stage costs while nothing happens: rounds, sweeps, and the queues' long polls. */
const idleCost = (m: Measured): number => {
  const sweeping = timeOf(m.sweep, 1, memoryOf("jobs/sweep"));
  const calls =
    ROUNDS_A_MONTH *
    (lambdaCost(sweeping, memoryOf("jobs/sweep")) + lambdaCost(20, memoryOf("jobs/start-sync")) + 2 * prices.schedulerInvocation);
  return calls + QUEUES * IDLE_RECEIVES_A_MONTH * prices.sqsRequest + logsOf(2 * ROUNDS_A_MONTH * OWN_LINE_BYTES);
};

const dollars = (value: number): string => (value >= 100 ? `$${Math.round(value).toLocaleString("en-US")}` : `$${value.toFixed(2)}`);
const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** What a million emails and 1,000 mailboxes cost, item by item. */
export const priceTable = (m: Measured): string => {
  const bills = [
    [singleBill(m), MILLION],
    [batchedBill(m), MILLION],
    [mailboxBill(m), 1000],
  ] as const;
  const items = Object.keys(bills[0][0]) as (keyof Bill)[];
  return [
    row(["", "a million single emails", `a million in batches (${BATCH} a message)`, "1,000 mailboxes, a month at two minutes"]),
    "|---|---|---|---|",
    ...items.map((item) => row([item, ...bills.map(([bill, times]) => dollars(bill[item] * times))])),
    row(["weekly audits, within these", "", "", dollars(auditCost(m) * 1000)]),
    row(["**together**", ...bills.map(([bill, times]) => `**${dollars(total(bill) * times)}**`)]),
  ].join("\n");
};

/** How long each job works and in how much memory. */
export const jobCostTable = (m: Measured): string => {
  const { single, batch } = deliverMs(m);
  const line = (what: string, id: FunctionId, { cpuMs, commands }: Taken, trips: number, ms: number) =>
    row([
      what,
      `${memoryOf(id)} MB`,
      `${cpuMs.toFixed(cpuMs < 1 ? 2 : 1)} ms`,
      commands.toFixed(commands < 1 ? 2 : 1),
      trips === 0 ? "" : trips.toFixed(1),
      `${Math.round(ms)} ms`,
    ]);
  const group = WAVES * m.roundTrips.poll * latencies.mailRoundTripMs + timeOf(m.poll, MAILBOXES_PER_PROBE, memoryOf("jobs/probe"));
  const accepting = timeOf(m.accepted, 1, memoryOf("sending/send")) + latencies.awsCallMs;
  const pull = (m.roundTrips.poll + PULL_TRIPS) * latencies.mailRoundTripMs + timeOf(m.mailPulled, 1, memoryOf("jobs/sync-mailbox"));
  return [
    row(["work", "memory", "processor", "commands", "round trips", "takes"]),
    "|---|---|---|---|---|---|",
    line("accept a single email", "sending/send", m.accepted, 0, accepting),
    line("deliver a single email", "jobs/deliver", m.singleEmail, m.roundTrips.single, single),
    row(["from its acceptance to the server's 250", "", "", m.commandsBeforeSent.toFixed(1), "", `${Math.round(handedOverMs(m))} ms`]),
    line(`deliver one of ${BATCH}`, "jobs/deliver", m.batchedEmail, m.roundTrips.batch / BATCH, batch / BATCH),
    line(`poll one of ${MAILBOXES_PER_PROBE}`, "jobs/probe", m.poll, m.roundTrips.poll, group / MAILBOXES_PER_PROBE),
    line("pull one mail", "jobs/sync-mailbox", m.mailPulled, m.roundTrips.poll + PULL_TRIPS, pull),
    line(`audit ${AUDITED_MESSAGES} messages`, "jobs/sync-mailbox", m.audited, m.roundTrips.poll + AUDIT_TRIPS, auditMs(m)),
  ].join("\n");
};

/** How much memory functions took at the largest load that is allowed. */
export const memoryTable = ({ memory }: Measured): string =>
  [
    row(["function", "load", "took", "has"]),
    "|---|---|---|---|",
    ...memory.map(({ id, load, peakMb }) => row([`\`${id}\``, load, `${Math.round(peakMb)} MB`, `${memoryOf(id)} MB`])),
  ].join("\n");

/** Bills of whole services; half of the emails go out one by one. */
export const growthTable = (m: Measured): string => {
  const sizes = [
    { mailboxes: 1, emails: 1_000, atlas: "M10" },
    { mailboxes: 100, emails: 100_000, atlas: "M10" },
    { mailboxes: 10_000, emails: 10_000_000, atlas: "M40" },
    { mailboxes: 100_000, emails: 30_000_000, atlas: "M60" },
  ] as const;
  const email = (total(singleBill(m)) + total(batchedBill(m))) / 2;
  return [
    row(["mailboxes", "emails a month", "AWS", "Atlas", "a month"]),
    "|---|---|---|---|---|",
    ...sizes.map(({ mailboxes, emails, atlas }) => {
      const aws = mailboxes * total(mailboxBill(m)) + emails * email + idleCost(m);
      const cluster = prices.atlasHour[atlas] * HOURS_A_MONTH;
      return row([
        mailboxes.toLocaleString("en-US"),
        emails.toLocaleString("en-US"),
        dollars(aws),
        `${atlas}, ${dollars(cluster)}`,
        dollars(aws + cluster),
      ]);
    }),
  ].join("\n");
};
