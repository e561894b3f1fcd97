import { readFileSync } from "node:fs";
import type { FunctionId } from "../functions.ts";

/** Prices of AWS and Atlas in us-east-1, dollars, as of November 2026; change them here for another region or date. */
export const prices = {
  /** "AWS Lambda Pricing": arm64, the first 7.5 billion GB-seconds; and the price of a call. */
  lambdaGbSecond: 0.0000133334,
  lambdaCall: 0.2e-6,
  /** "Amazon SQS pricing": a request to a standard queue, and the surcharge for fair queues on each with a group. */
  sqsRequest: 0.4e-6,
  sqsFair: 0.1e-6,
  /** "Amazon EventBridge pricing", Scheduler: an invocation. */
  schedulerInvocation: 1e-6,
  /** "Amazon API Gateway pricing": a request to an HTTP API. */
  apiRequest: 1e-6,
  /** "Amazon CloudWatch Pricing": a GB of logs ingested, and stored for a month. */
  logsGb: 0.5,
  logsGbMonth: 0.03,
  /** "Amazon EC2 On-Demand Pricing", Data Transfer: a GB out to the internet (mail), the first 10 TB. */
  egressGb: 0.09,
  /** The same page: a GB to another zone of the region, each way (Atlas). */
  zoneGb: 0.01,
  /** "MongoDB Pricing" (Atlas on AWS), an hour of a dedicated cluster of three nodes. */
  atlasHour: { M10: 0.08, M30: 0.54, M40: 1.04, M60: 3.95 },
} as const;

/**
 * Fixed prices by month or hour, each with its page and the month in which a copy of it was read. `isUnverified`: found only in other sources,
 * because AWS's page loads the price by a script.
 */
export const fixedPrices = {
  alarmMetric: { what: "a metric that an alarm watches, a month", dollars: 0.1, page: "Amazon CloudWatch Pricing", read: "2026-11" },
  customMetric: { what: "a metric of our own, a month", dollars: 0.3, page: "Amazon CloudWatch Pricing", read: "2026-11" },
  dashboard: { what: "a dashboard, a month", dollars: 3, page: "Amazon CloudWatch Pricing", read: "2026-11" },
  secret: { what: "a secret, a month", dollars: 0.4, page: "AWS Secrets Manager Pricing", read: "2026-11", isUnverified: true },
  secretRead: { what: "a read of a secret", dollars: 0.000005, page: "AWS Secrets Manager Pricing", read: "2026-11", isUnverified: true },
  natHour: {
    what: "a NAT gateway, an hour",
    dollars: 0.045,
    page: "Amazon VPC Pricing, its example for Ohio, as copied on 2026-09-20",
    read: "2026-11",
  },
  natGb: { what: "a GB through a NAT gateway", dollars: 0.045, page: "Amazon VPC Pricing, the same example", read: "2026-11" },
  addressHour: {
    what: "a public IPv4 address, an hour (one for each NAT gateway)",
    dollars: 0.005,
    page: "AWS's price list of 2026-10-16, by others' word; AWS, \"Identify and optimize public IPv4 address usage\", names the charge and not its height",
    read: "2026-11",
    isUnverified: true,
  },
  s3GbMonth: {
    what: "a GB in S3 Standard, a month, the first 50 TB",
    dollars: 0.023,
    page: "Amazon S3 pricing",
    read: "2026-11",
    isUnverified: true,
  },
  s3Put: {
    what: "a PUT or LIST of S3; a DELETE is free",
    dollars: 0.000005,
    page: "Amazon S3 pricing",
    read: "2026-11",
    isUnverified: true,
  },
  s3Get: { what: "a GET of S3", dollars: 0.0000004, page: "Amazon S3 pricing", read: "2026-11", isUnverified: true },
  kmsKey: { what: "a key of KMS, a month", dollars: 1, page: "AWS KMS pricing: each key $1 a month", read: "2026-11" },
  supportLeast: {
    what: "AWS Business Support, a month, at least; else 10 % of the first $10,000 and 7 % above",
    dollars: 100,
    page: "AWS Support Plan Pricing, a copy without a date; AWS names the plan Business Support+ by now, whose price we found nowhere",
    read: "2026-11",
    isUnverified: true,
  },
  endpointHour: {
    what: "an interface endpoint, an hour and zone",
    dollars: 0.01,
    page: "AWS PrivateLink Pricing, by others' word of June 2026",
    read: "2026-11",
    isUnverified: true,
  },
  endpointGb: {
    what: "a GB through an interface endpoint",
    dollars: 0.01,
    page: "AWS PrivateLink Pricing, by others' word of June 2026",
    read: "2026-11",
    isUnverified: true,
  },
  atlasStorage: {
    what: "a GB of Atlas's disk above the tier's, on three nodes, a month",
    dollars: 0.5,
    page: "Atlas, Understand Your MongoDB Invoice: an M30 with 200 GB costs $0.11 an hour more than with its 40",
    read: "2026-11",
  },
  atlasBackup: {
    what: "a GB of Atlas's backup, a month",
    dollars: 0.14,
    page: "assumed: we found no page that names it",
    read: "",
    isUnverified: true,
  },
} as const;

/** The included and the largest disk of each Atlas tier, GB ("Cluster Configuration Costs" for M10; the others' largest are assumed). */
export const atlasDisk = { M10: { has: 10, most: 120 }, M30: { has: 40, most: 512 }, M60: { has: 320, most: 4_096 } } as const;

/** Network latencies, assumed, because they cannot be measured here. */
export const latencies = {
  /** A round trip to a mail provider, ms. */
  mailRoundTripMs: 60,
  /** A mail server's time to accept a message after the final dot, ms. */
  mailServerMs: 250,
  /** A command to Atlas in the same region, ms. */
  commandMs: 2,
  /** A call of SQS or Scheduler, ms. */
  awsCallMs: 10,
  /** From a message on the queue to the call of a warm environment, ms. */
  queueMs: 20,
} as const;

/** AWS, "Configure Lambda function memory": at 1,769 MB a function has one vCPU. */
const MB_OF_ONE_CPU = 1769;
/** Hours in a month, for Atlas. */
export const HOURS_A_MONTH = 730;
/** Days in a month, for all other prices. */
export const DAYS_A_MONTH = 30;

/**
 * How long `cpuMs` of processor time takes in a function with that memory, ms; an arm64 vCPU is assumed to be as fast as the processor used for
 * measuring.
 */
export const cpuTimeMs = (cpuMs: number, memoryMb: number): number => cpuMs / Math.min(1, memoryMb / MB_OF_ONE_CPU);

/** The price of a function's time, dollars. */
export const lambdaCost = (ms: number, memoryMb: number, calls = 1): number =>
  (ms / 1000) * (memoryMb / 1024) * prices.lambdaGbSecond + calls * prices.lambdaCall;

/** The resources that a unit of a job's work took: processor time, MongoDB commands, bytes to mail servers, bytes to and from the database. */
export interface Taken {
  readonly cpuMs: number;
  readonly commands: number;
  readonly mailBytesOut: number;
  readonly databaseBytes: number;
}

/** How many messages the audited mailbox holds. */
export const AUDITED_MESSAGES = 5_000;

/** The most memory of a function's process under load, MB; Node was limited to the function's memory. */
export interface Memory {
  readonly id: FunctionId;
  readonly load: string;
  readonly peakMb: number;
}

/** The resources of each job, for one unit of work. */
export interface Measured {
  /** A single `POST /v1/send`, its function alone. */
  readonly accepted: Taken;
  /** The transaction of a batch, for each of its emails. */
  readonly acceptedInBatch: Taken;
  readonly singleEmail: Taken;
  /** One email of a batch of 25. */
  readonly batchedEmail: Taken;
  /** One mailbox without new mail in a probe group. */
  readonly poll: Taken;
  /** A pull that finds one mail. */
  readonly mailPulled: Taken;
  /** The audit of a mailbox with AUDITED_MESSAGES in its INBOX, including its pull. */
  readonly audited: Taken;
  /** One mailbox in a round of start-sync. */
  readonly targetsQueued: Taken;
  /** A sweep that finds nothing. */
  readonly sweep: Taken;
  /** Sequential round trips to a mail server, including the connection's, for a single email, a batch of 25, and a poll. */
  readonly roundTrips: { readonly single: number; readonly batch: number; readonly poll: number };
  /** Database commands before the server has a single email. */
  readonly commandsBeforeSent: number;
  readonly memory: readonly Memory[];
}

/** The figures stored by `npm run cost -- --write`. */
export const readMeasured = (): Measured => JSON.parse(readFileSync("infra/cost/measured.json", "utf8")) as Measured;
