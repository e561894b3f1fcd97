import type { Alarm } from "./job.ts";

/** Alarms that belong to no single job. */
export const serviceAlarms: readonly Alarm[] = [
  {
    name: "JobErrors",
    drill: "poison-message",
    severity: "page",
    impact: "A job fails repeatedly: emails leave late, or replies and webhooks come late. The failed work is repeated automatically.",
    runbook: 'The dashboard shows which job; look for "queue message failed", "queue message dropped" and timeouts in its log.',
    watches: { of: "failures" },
    rings: { above: 2 },
    periodMinutes: 15,
  },
  {
    name: "DeadLetters",
    drill: "poison-message",
    severity: "ticket",
    impact:
      "Messages of a queue failed five times: their work is done minutes late. None of it is lost: the sweeper and the next poll do it.",
    runbook: 'The dashboard shows which DLQ; look for "queue message failed" in its job\'s log, repair the cause, then purge the DLQ.',
    watches: { of: "deadLetters" },
    rings: { above: 0 },
    statistic: "Maximum",
    periodMinutes: 1,
  },
  {
    name: "Api5xx",
    drill: "the-api-fails",
    severity: "page",
    impact: "Requests fail because of the service: clients cannot send or read.",
    runbook: "Take a requestId from the API's access log and look for it in the function's log.",
    // A 502 of our own means that a mail server refused. API Gateway's own failures have an error text in the log.
    watches: { of: "accessLog", pattern: '{ ($.status = "5*") && (($.status != "502") || ($.error != "-")) }' },
    rings: { above: 5 },
    periodMinutes: 5,
  },
  {
    name: "ApiSlow",
    drill: "the-api-fails",
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
    drill: "sqs-down",
    severity: "ticket",
    impact: "SQS does not accept wake-ups: emails leave some minutes late, when the sweeper finds them.",
    runbook: 'Look for "messages not queued" in the functions\' logs: an error of permission, of throttling, or of SQS itself.',
    watches: { of: "metric", name: "WakeUpsLost" },
    rings: { above: 2 },
    periodMinutes: 5,
  },
  {
    name: "Throttled",
    drill: "throttling",
    severity: "ticket",
    impact: "Lambda refuses calls: clients get API Gateway's 5xx, and queued work waits.",
    runbook:
      "The metric Throttles by function says where; `npm run quota -- STAGE` says what to ask AWS for. Another service in the account may take it.",
    watches: { of: "throttles" },
    rings: { above: 10 },
    periodMinutes: 5,
  },
  {
    name: "SecretRefused",
    drill: "secret-rotated-wrongly",
    severity: "page",
    impact: "A changed secret cannot be used. Running processes still use the old one, and new processes fail: within hours all do.",
    runbook: "Look for \"stays in use\" in the functions' logs, restore the secret's previous version, then fix the new one.",
    watches: { of: "metric", name: "SecretsRefused" },
    rings: { above: 0 },
    periodMinutes: 5,
  },
  {
    name: "MessageDropped",
    drill: "poison-message",
    severity: "ticket",
    impact: "A queue message cannot be read and was dropped: what it was to start comes minutes late, by the sweeper or the next poll.",
    runbook:
      'Look for "queue message dropped" in the functions\' logs. After a deployment its writer and reader differ: go back, or deploy the rest. Otherwise find out who else may write to the queue.',
    watches: { of: "metric", name: "MessagesDropped" },
    rings: { above: 0 },
    periodMinutes: 5,
  },
  {
    name: "CannotDecrypt",
    drill: "a-credential-cannot-be-opened",
    severity: "ticket",
    impact:
      "A stored credential cannot be opened: its mailbox neither sends nor is pulled, or its webhook is not signed. If none can be, JobErrors and OwnFailure page.",
    runbook:
      "Look for SealError in the functions' logs. unknown_key: a key left the keyring too early; put the keyring's previous version back. tampered or malformed: the record was changed; its user connects the mailbox again.",
    watches: { of: "metric", name: "SecretsUnopened" },
    rings: { above: 0 },
    periodMinutes: 5,
  },
  {
    name: "AddressBlocked",
    drill: "provider-blocks-our-addresses",
    severity: "ticket",
    impact:
      "Servers refuse our connections before the login, for more than five mailboxes in an hour: their emails wait, and fail after 72 hours.",
    runbook:
      'Look for "its server refuses our connections" in deliver\'s log: one server names its provider, many mean that our addresses are on a list.',
    watches: { of: "metric", name: "MailboxesRefused" },
    rings: { above: 5 },
    periodMinutes: 60,
  },
  {
    name: "LoginByScrypt",
    drill: "logins-fail",
    severity: "ticket",
    impact: "Accounts whose password was hashed with argon2id cannot log in; accounts with scrypt can.",
    runbook: "Lambda's OpenSSL is older than 3.2: give those accounts a password with `admin -- user password EMAIL --scrypt`.",
    watches: { of: "metric", name: "LoginsByScrypt" },
    rings: { above: 0 },
    periodMinutes: 5,
  },
  {
    name: "AuditEntryLost",
    drill: "an-audit-entry-is-lost",
    severity: "ticket",
    impact: "A change was made and the audit log does not have it.",
    runbook:
      'Look for "audit entry not written" in the functions\' logs: the line has the whole entry; its error says what the database lacked.',
    watches: { of: "metric", name: "AuditEntriesLost" },
    rings: { above: 0 },
    periodMinutes: 5,
  },
];

/** The alarm from another region, for stages with `outsideWatch` (infra/config.ts). */
export const outsideAlarm: Alarm = {
  name: "Unreachable",
  drill: "region-out",
  severity: "page",
  impact: "The API does not answer from outside, on three continents: its region, its domain or its certificate is out.",
  runbook:
    "Look at AWS's health page for the region, then at the domain's CNAME and certificate. If the region is out, wait: nothing accepted is lost. Rings in us-east-1, with `outsideWatch` alone.",
  watches: { of: "healthCheck" },
  rings: { below: 1 },
  statistic: "Minimum",
  periodMinutes: 1,
  periods: 2,
};
