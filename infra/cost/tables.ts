import { readFileSync } from "node:fs";
import { MAILBOXES_PER_PROBE } from "#shared/inbox/pull/polling.ts";
import { type FunctionId, sizeOf } from "../functions.ts";
import { AUDITED_MESSAGES, cpuTimeMs, DAYS_A_MONTH, lambdaCost, latencies, type Measured, prices, type Taken } from "./prices.ts";
import { MAILS_A_DAY } from "../disk.ts";

interface Row {
  readonly name: string;
  readonly title: string;
  readonly numbers: Readonly<Record<string, string>>;
}

const simulatedRows = (): readonly Row[] => JSON.parse(readFileSync("infra/cost/charts/simulated.json", "utf8")) as readonly Row[];
const isGrowth = ({ name }: Row): boolean => name.startsWith("growth-");

/** The results of `npm run simulate -- --write` for each size, with the first limit that each size reaches. */
export const growthTable = (): string => {
  const sizes = simulatedRows().filter(isGrowth);
  const names = Object.keys(sizes[0]?.numbers ?? {});
  return [
    row(["", ...sizes.map(({ title }) => title)]),
    `|---|${sizes.map(() => "---|").join("")}`,
    ...names.map((name) => row([name, ...sizes.map(({ numbers }) => numbers[name] ?? "")])),
  ].join("\n");
};

/** Figures of a scenario that have a column of their own; others stand in the last one. */
const COLUMNS = ["time to send, p50", "p99", "calls at once", "Lambda and SQS"];
/** Figures that the titles or the table of growth have. */
const SHOWN_ELSEWHERE = ["sent", "mails found", "mail connections", "MongoDB connections", "commands a second"];

/** The results of `npm run simulate -- --write`, one row for each scenario, with a link to its chart. */
export const simulatedTable = (): string => {
  const scenarios = simulatedRows().filter((one) => !isGrowth(one));
  const others = (numbers: Row["numbers"]) => Object.entries(numbers).filter(([what]) => ![...COLUMNS, ...SHOWN_ELSEWHERE].includes(what));
  return [
    row(["scenario, with its chart", ...COLUMNS, "also"]),
    `|---|${COLUMNS.map(() => "---|").join("")}---|`,
    ...scenarios.map(({ name, title, numbers }) =>
      row([
        `[${title}](charts/${name}.svg)`,
        ...COLUMNS.map((what) => numbers[what] ?? ""),
        others(numbers)
          .map(([what, number]) => `${what}: ${number}`)
          .join("; "),
      ]),
    ),
  ].join("\n");
};

/** A gibibyte, bytes. */
export const GB = 2 ** 30;
const BATCH = 25;
/** Connections that share a batch of 25, where the provider allows them. */
const CONNECTIONS = 3;
/** A group's logins run concurrently, in two waves. */
const WAVES = 2;
/** Log bytes: our line for a call, and API Gateway's line for a request, each with CloudWatch's 26. Lambda logs only failed calls. */
const OWN_LINE_BYTES = 250;
const ACCESS_LOG_BYTES = 190;
/** The log bytes of one request: our line and API Gateway's. */
export const LOG_BYTES_A_REQUEST = OWN_LINE_BYTES + ACCESS_LOG_BYTES;
/** The additional round trips of a pull compared with a poll: SELECT, SEARCH, FETCH. */
const PULL_TRIPS = 3;
/** The additional round trips of an audit: SELECT and SEARCH for each of three folders; and the audits in a month. */
const AUDIT_TRIPS = 6;
const AUDITS_A_MONTH = DAYS_A_MONTH / 7;
/** Put, receive and delete. */
const REQUESTS_A_MESSAGE = 3;
const POLLS_A_MONTH = DAYS_A_MONTH * 24 * 30;
const ROUNDS_A_MONTH = DAYS_A_MONTH * 24 * 60;
/** AWS keeps five long polls of 20 s open on each queue that has a maximum concurrency. */
const IDLE_RECEIVES_A_MONTH = (5 * DAYS_A_MONTH * 86_400) / 20;
const QUEUES = 4;

/** Costs by item, dollars. */
export type Bill = Readonly<Record<"API Gateway" | "functions" | "SQS" | "logs" | "mail out" | "to Atlas", number>>;

/** A bill's sum, dollars. */
export const totalOf = (bill: Readonly<Record<string, number>>): number => Object.values(bill).reduce((sum, dollars) => sum + dollars, 0);
/** The memory of a function, MB. */
export const memoryOf = (id: FunctionId): number => sizeOf(id).memoryMb;
const timeOf = ({ cpuMs, commands }: Taken, units: number, memoryMb: number): number =>
  units * (cpuTimeMs(cpuMs, memoryMb) + commands * latencies.commandMs);
/** The cost of log bytes: ingestion and a month of storage, dollars. */
export const logsOf = (bytes: number): number => (bytes / GB) * (prices.logsGb + prices.logsGbMonth);
const bytesOf = (taken: readonly Taken[]) => ({
  "mail out": taken.reduce((sum, { mailBytesOut }) => sum + mailBytesOut, 0) * (prices.egressGb / GB),
  "to Atlas": taken.reduce((sum, { databaseBytes }) => sum + databaseBytes, 0) * (prices.zoneGb / GB),
});
/** The SQS cost of one message on a fair queue, dollars. */
export const fairRequests = REQUESTS_A_MESSAGE * (prices.sqsRequest + prices.sqsFair);

/** The duration of delivery for a single email, and for a batch of 25, ms. */
const deliverMs = (m: Measured) => {
  const memory = memoryOf("jobs/deliver");
  const { mailRoundTripMs, mailServerMs } = latencies;
  return {
    single: m.roundTrips.single * mailRoundTripMs + mailServerMs + timeOf(m.singleEmail, 1, memory),
    batch: m.roundTrips.batch * mailRoundTripMs + (BATCH / CONNECTIONS) * mailServerMs + timeOf(m.batchedEmail, BATCH, memory),
  };
};

/** How long after acceptance a server has a single email, ms; the processor time of a delivery's last command comes later. */
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

/** The cost of one email that is sent by POST /v1/send. */
export const singleBill = (m: Measured): Bill => {
  const memory = memoryOf("sending/send");
  const accepting = timeOf(m.accepted, 1, memory) + latencies.awsCallMs;
  return {
    "API Gateway": prices.apiRequest,
    functions: lambdaCost(accepting, memory) + lambdaCost(deliverMs(m).single, memoryOf("jobs/deliver")),
    SQS: fairRequests,
    // Delivery logs nothing about a sent email.
    logs: logsOf(LOG_BYTES_A_REQUEST),
    ...bytesOf([m.accepted, m.singleEmail]),
  };
};

/** The cost of one email in a batch of 1,000. */
export const batchedBill = (m: Measured): Bill => {
  const memory = memoryOf("sending/send-batch");
  return {
    "API Gateway": prices.apiRequest / 1000,
    functions:
      lambdaCost(timeOf(m.acceptedInBatch, 1, memory), memory, 0.001) + lambdaCost(deliverMs(m).batch, memoryOf("jobs/deliver")) / BATCH,
    SQS: fairRequests / BATCH,
    logs: logsOf(LOG_BYTES_A_REQUEST) / 1000,
    ...bytesOf([m.acceptedInBatch, m.batchedEmail]),
  };
};

/** The duration of an audit including its pull, ms. */
const auditMs = (m: Measured): number =>
  (m.roundTrips.poll + AUDIT_TRIPS) * latencies.mailRoundTripMs + timeOf(m.audited, 1, memoryOf("jobs/sync-mailbox"));

/** The costs of one mailbox in a month of polls every two minutes; `part`: the share of these polls that a less often polled mailbox has. */
export const mailboxBill = (m: Measured, part = 1): Bill => {
  const [probe, sync] = [memoryOf("jobs/probe"), memoryOf("jobs/sync-mailbox")];
  const polls = part * POLLS_A_MONTH;
  const groups = polls / MAILBOXES_PER_PROBE;
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
      polls * lambdaCost(queueing, memoryOf("jobs/start-sync"), 0) +
      AUDITS_A_MONTH * lambdaCost(auditMs(m), sync),
    SQS: groups * REQUESTS_A_MESSAGE * prices.sqsRequest + (pulls + AUDITS_A_MONTH) * fairRequests,
    logs: logsOf((groups + pulls + AUDITS_A_MONTH) * OWN_LINE_BYTES),
    "mail out": polls * bytes["mail out"] + pulls * pulled["mail out"] + AUDITS_A_MONTH * audited["mail out"],
    "to Atlas": polls * bytes["to Atlas"] + pulls * pulled["to Atlas"] + AUDITS_A_MONTH * audited["to Atlas"],
  };
};

/** The cost of an idle stage: rounds, sweeps, and the queues' long polls. */
export const idleCost = (m: Measured): number => {
  const sweeping = timeOf(m.sweep, 1, memoryOf("jobs/sweep"));
  const calls =
    ROUNDS_A_MONTH *
    (lambdaCost(sweeping, memoryOf("jobs/sweep")) + lambdaCost(20, memoryOf("jobs/start-sync")) + 2 * prices.schedulerInvocation);
  return calls + QUEUES * IDLE_RECEIVES_A_MONTH * prices.sqsRequest + logsOf(2 * ROUNDS_A_MONTH * OWN_LINE_BYTES);
};

/** An amount as text. */
export const dollars = (value: number): string => (value >= 100 ? `$${Math.round(value).toLocaleString("en-US")}` : `$${value.toFixed(2)}`);
/** A row of a Markdown table. */
export const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** The duration and memory of each job. */
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
