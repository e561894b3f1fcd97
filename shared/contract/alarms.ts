import type { Alarm } from "./job.ts";

/** Alarms that belong to no single job. */
export const serviceAlarms: readonly Alarm[] = [
  {
    name: "JobErrors",
    severity: "page",
    impact:
      "A job fails again and again: emails leave late, or replies and webhooks are seen late. The failed work is done again by itself.",
    runbook: 'The dashboard shows which job; look for "queue message failed", "queue message dropped" and timeouts in its log.',
    watches: { of: "failures" },
    rings: { above: 2 },
    periodMinutes: 15,
  },
  {
    name: "DeadLetters",
    severity: "ticket",
    impact:
      "Messages of a queue failed five times: what they were to start comes minutes late. None of it is lost: the sweeper and the next poll do it.",
    runbook: 'The dashboard shows which DLQ; look for "queue message failed" in its job\'s log, mend the cause, then purge the DLQ.',
    watches: { of: "deadLetters" },
    rings: { above: 0 },
    statistic: "Maximum",
    periodMinutes: 1,
  },
  {
    name: "Api5xx",
    severity: "page",
    impact: "Requests fail on our side: clients cannot send or read.",
    runbook: "Take a requestId from the API's access log and look for it in the function's log.",
    // 502 is an answer of the contract: a mail server refused. API Gateway's own failures carry an error text.
    watches: { of: "accessLog", pattern: '{ ($.status = "5*") && (($.status != "502") || ($.error != "-")) }' },
    rings: { above: 5 },
    periodMinutes: 5,
  },
  {
    name: "ApiSlow",
    severity: "page",
    impact: "One request in a hundred takes over five seconds, not counting those that wait for a mail server or the DNS.",
    runbook: 'Look at MongoDB\'s load first, then at the line "answered" with the largest ms.',
    watches: { of: "metric", name: "RequestMilliseconds" },
    rings: { above: 5_000 },
    statistic: "p99",
    periodMinutes: 5,
    periods: 3,
  },
  {
    name: "WakeUpsLost",
    severity: "ticket",
    impact: "SQS does not take wake-ups: emails leave up to some minutes late, when the sweeper finds them.",
    runbook: 'Look for "messages not queued" in the functions\' logs: an error of permission, of throttling, or of SQS itself.',
    watches: { of: "metric", name: "WakeUpsLost" },
    rings: { above: 2 },
    periodMinutes: 5,
  },
  {
    name: "Throttled",
    severity: "ticket",
    impact: "Lambda refuses calls: clients get API Gateway's own 5xx, and what is queued waits.",
    runbook:
      "The metric Throttles by function says where; `npm run quota -- STAGE` says what to ask AWS for. Another service in the account may take it.",
    watches: { of: "throttles" },
    rings: { above: 10 },
    periodMinutes: 5,
  },
  {
    name: "SecretRefused",
    severity: "page",
    impact:
      "A changed secret cannot be used. What runs goes on with the old one, and what starts anew fails: within hours everything does.",
    runbook: "Look for \"stays in use\" in the functions' logs, put the secret's previous version back, then mend the new one.",
    watches: { of: "metric", name: "SecretsRefused" },
    rings: { above: 0 },
    periodMinutes: 5,
  },
  {
    name: "LoginByScrypt",
    severity: "ticket",
    impact: "Accounts whose password was hashed by argon2id cannot log in; the others can, by scrypt.",
    runbook: "Lambda's OpenSSL is older than 3.2: give those accounts a password with `admin -- user password EMAIL --scrypt`.",
    watches: { of: "metric", name: "LoginsByScrypt" },
    rings: { above: 0 },
    periodMinutes: 5,
  },
];
