import type { Alarm } from "./job.ts";

/** Alarms that belong to no single job. */
export const serviceAlarms: readonly Alarm[] = [
  {
    name: "Api5xx",
    harm: "Requests fail on our side: clients cannot send or read.",
    remedy: "Take a requestId from the API's access log and look for it in the function's log.",
    // 502 is an answer of the contract: a mail server refused. API Gateway's own failures carry an error text.
    watches: { of: "accessLog", pattern: '{ ($.status = "5*") && (($.status != "502") || ($.error != "-")) }' },
    rings: { above: 5 },
    periodMinutes: 5,
  },
  {
    name: "ApiSlow",
    harm: "One request in a hundred takes over five seconds, not counting those that wait for a mail server or the DNS.",
    remedy: 'Look at MongoDB\'s load first, then at the line "answered" with the largest ms.',
    watches: {
      of: "lines",
      pattern: '{ ($.event = "answered") && ($.outside IS FALSE) }',
      value: "$.ms",
      functions: { operations: "all" },
    },
    rings: { above: 5_000 },
    statistic: "p99",
    periodMinutes: 5,
    periods: 3,
  },
  {
    name: "WakeUpsLost",
    harm: "SQS does not take wake-ups: emails leave up to some minutes late, when the sweeper finds them.",
    remedy: 'Look for "messages not queued" in the functions\' logs: an error of permission, of throttling, or of SQS itself.',
    watches: {
      of: "lines",
      pattern: '{ ($.event = "messages not queued") || ($.event = "messages refused by the queue") }',
      functions: { may: ["sendQueue", "probeQueue", "syncQueue", "webhooksQueue"] },
    },
    rings: { above: 2 },
    periodMinutes: 5,
  },
  {
    name: "LoginByScrypt",
    harm: "Accounts whose password was hashed by argon2id cannot log in; the others can, by scrypt.",
    remedy: "Lambda's OpenSSL is older than 3.2: give those accounts a password with `admin -- user password EMAIL --scrypt`.",
    watches: {
      of: "lines",
      pattern: '{ $.event = "argon2id is missing: *" }',
      functions: { id: "auth/login" },
    },
    rings: { above: 0 },
    periodMinutes: 5,
  },
];
