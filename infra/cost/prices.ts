/** What AWS and Atlas ask in us-east-1, in dollars, as their pages said in November 2026; a region or a year later: change them here. */
export const prices = {
  /** "AWS Lambda Pricing": arm64, the first 7.5 billion GB-seconds; and a call. */
  lambdaGbSecond: 0.0000133334,
  lambdaCall: 0.2e-6,
  /** "Amazon SQS pricing": a request to a standard queue, and what fair queues add to each that carries a group. */
  sqsRequest: 0.4e-6,
  sqsFair: 0.1e-6,
  /** "Amazon EventBridge pricing", Scheduler: an invocation. */
  schedulerInvocation: 1e-6,
  /** "Amazon API Gateway pricing": a request to an HTTP API. */
  apiRequest: 1e-6,
  /** "Amazon CloudWatch Pricing": a GB of logs taken in, and kept for a month. */
  logsGb: 0.5,
  logsGbMonth: 0.03,
  /** "Amazon EC2 On-Demand Pricing", Data Transfer: a GB out to the internet (mail), the first 10 TB. */
  egressGb: 0.09,
  /** The same page: a GB to another zone of the region, each way (Atlas). */
  zoneGb: 0.01,
  /** "MongoDB Pricing" (Atlas on AWS), an hour of a dedicated cluster of three nodes. */
  atlasHour: { M10: 0.08, M30: 0.54, M40: 1.04, M60: 3.95 },
} as const;

/** What the network takes, assumed: nothing here can measure it. */
export const latencies = {
  /** A round trip to a mail provider, ms. */
  mailRoundTripMs: 60,
  /** A mail server's own time to take a message after the final dot, ms. */
  mailServerMs: 250,
  /** A command to Atlas in the same region, one after the other, ms. */
  commandMs: 2,
  /** A call of SQS or Scheduler, ms. */
  awsCallMs: 10,
  /** From a message on the queue to the call of a warm environment, ms. */
  queueMs: 20,
} as const;

/** AWS, "Configure Lambda function memory": at 1,769 MB a function has one vCPU. */
const MB_OF_ONE_CPU = 1769;
/** What Atlas's hours make in a month. */
export const HOURS_A_MONTH = 730;
/** What the others' counts make in a month. */
export const DAYS_A_MONTH = 30;

/** How long so much work of a processor takes in a function of that memory, ms; an arm64 vCPU is assumed to be as fast as the processor that measured. */
export const cpuTimeMs = (cpuMs: number, memoryMb: number): number => cpuMs / Math.min(1, memoryMb / MB_OF_ONE_CPU);

/** Dollars for a function's time. */
export const lambdaCost = (ms: number, memoryMb: number, calls = 1): number =>
  (ms / 1000) * (memoryMb / 1024) * prices.lambdaGbSecond + calls * prices.lambdaCall;
