import { describe, expect, it } from "vitest";
import { MailFailure } from "#shared/domain/mailboxes/connection/mail-failure.ts";
import { CircuitOpen } from "#shared/domain/mailboxes/connection/circuit-breaker.ts";
import { OAuthError } from "#shared/domain/mailboxes/oauth/oauth.ts";
import type { Outcome } from "#shared/domain/sending/ports/submission.ts";
import { outcomeOf, type Scene, START } from "#test/support/delivered.ts";

const refused = (reply: string): Outcome => ({ kind: "refused", code: Number(/\d{3}/.exec(reply)?.[0]), reply });
const second = (outcome: Outcome) => (nth: number) => (nth === 2 ? outcome : { kind: "sent" as const });
const scenes: Readonly<Record<string, Scene>> = {
  "all are taken": {},
  "the last is refused": { submits: (nth) => (nth === 3 ? refused("550 5.1.1 no such user") : { kind: "sent" }) },
  "the second is refused": { submits: second(refused("550 5.1.1 no such user")) },
  "the second is put off": { submits: second(refused("451 4.3.0 later")) },
  "the second is put off for the last time": { submits: second(refused("451 4.3.0 later")), attempts: 11 },
  "the quota is used up": { submits: second(refused("550 5.4.5 Daily user sending quota exceeded")) },
  "the login is refused at the second": { submits: second(refused("530 5.7.0 authentication required")) },
  "the connection is lost at the second": { submits: second({ kind: "unreached", failure: new MailFailure("SMTP", "unreachable") }) },
  "the second's reply is lost": { submits: second({ kind: "unknown" }) },
  "the lease is lost at the second": { submits: second({ kind: "fenced" }) },
  "our own store fails at the second": { submits: second({ kind: "ours", error: new Error("no primary") }) },
  "the server is down": { login: new MailFailure("SMTP", "unreachable") },
  "the server is down at last": { login: new MailFailure("SMTP", "unreachable"), attempts: 11 },
  "the server does not greet": {
    login: new MailFailure("SMTP", "refused", { at: "connection", code: 554, reply: "554 no mail from here" }),
  },
  "the login is refused": { login: new MailFailure("SMTP", "credentials", { at: "login", code: 535, reply: "535 5.7.8 no" }) },
  "the login is refused for three days": {
    mailbox: { status: "error", statusSince: new Date(START - 73 * 3_600_000) },
    login: new MailFailure("SMTP", "credentials", { at: "login", code: 535, reply: "535 5.7.8 no" }),
  },
  "the proxy is down": { login: new MailFailure("SMTP", "egressProxy") },
  "the grant was withdrawn": { mailbox: { type: "google" }, login: new OAuthError("refused", "google") },
  "the sign-in service is down": { mailbox: { type: "google" }, login: new OAuthError("temporary", "google") },
  "our client registration is wrong": { mailbox: { type: "google" }, login: new OAuthError("misconfigured", "google") },
  "the host keeps others waiting": { login: new CircuitOpen() },
  "the mailbox recovers": { mailbox: { status: "error", smtpFailures: 3 } },
  "a body is missing": {
    ports: (real) => ({
      deliveries: {
        ...real.deliveries,
        claim: async (...asked) => {
          const claim = await real.deliveries.claim(...asked);
          return claim.kind === "claimed"
            ? { ...claim, drafts: claim.drafts.map((draft, i) => (i === 1 ? { ...draft, body: undefined } : draft)) }
            : claim;
        },
      },
    }),
  },
  "one is too late": { emails: [{}, { sendBefore: new Date(START) }, {}] },
  "one is suppressed": {
    emails: [{}, { to: { name: "", email: "no@peer.test" } }, {}],
    ports: () => ({ suppressions: { among: async () => new Map([["no@peer.test", "manual" as const]]) } }),
  },
  "one follows another that is gone": { emails: [{}, { waitsFor: "0".repeat(24) }, {}] },
  "answers cannot be asked for": {
    emails: [{}, { cancelOn: ["reply"] }, { cancelOn: ["reply"], cancelOnUnknown: "send" }],
    ports: () => ({ answers: { pull: async () => false, to: async () => undefined } }),
  },
  "asking for answers fails": {
    emails: [{}, { cancelOn: ["reply"] }, {}],
    ports: () => ({ answers: { pull: () => Promise.reject(new Error("x")), to: async () => undefined } }),
  },
  "an answer has come": {
    emails: [{}, { cancelOn: ["reply"] }, {}],
    ports: () => ({ answers: { pull: async () => true, to: async () => "replied" as const } }),
  },
  "the mailbox is disconnected": { mailbox: { status: "disconnected" } },
  "the mailbox is disconnected for three days": { mailbox: { status: "disconnected", statusSince: new Date(START - 73 * 3_600_000) } },
  "the mailbox is removed": { ports: () => ({ mailboxes: { findForJob: async () => undefined, note: async () => true } }) },
  "the server errs in its own words": { submits: second(refused("500 what?")) },
  "the daily cap lets two leave": { mailbox: { maxDailySends: 2 } },
};

/** What waits for a host that lets nobody in stands in that host's line. */
const FOR = "for smtp.example.com";
/** What is left of the emails (their state, attempts, seconds until they are due, and last error), and what happened. */
const expected: Readonly<Record<string, readonly string[]>> = {
  "all are taken": ["sent 1; sent 1; sent 1", "1 logins, 3 submitted", "publish sends 1,2,3", "closed"],
  "the last is refused": ["sent 1; sent 1; failed 1: 550 5.1.1 no such user", "1 logins, 3 submitted", "publish sends 1,2,3", "closed"],
  "the second is refused": ["sent 1; failed 1: 550 5.1.1 no such user; sent 1", "1 logins, 3 submitted", "publish sends 1,3,2", "closed"],
  "the second is put off": [
    "sent 1; queued 1 in 30: 451 4.3.0 later; sent 1",
    "1 logins, 3 submitted",
    "wake 2 in 30",
    "publish sends 1,3",
    "closed",
  ],
  "the second is put off for the last time": [
    "sent 12; failed 12: 451 4.3.0 later; sent 12",
    "1 logins, 3 submitted",
    "publish sends 1,3,2",
    "closed",
  ],
  "the quota is used up": [
    "sent 1; queued 0 in 3600: 550 5.4.5 Daily user sending quota excee; queued 0 in 3600",
    "1 logins, 2 submitted",
    "hold 3600 rate",
    "wake 2 in 3600",
    "wake 3 in 3600",
    "publish sends 1",
    "closed",
  ],
  "the login is refused at the second": [
    "sent 1; queued 0 in 0: 530 5.7.0 authentication required; queued 0 in 0",
    "1 logins, 2 submitted",
    "hold 60 retry",
    "wake 2 in 60",
    'note smtpFailures=1 smtpLastError="SMTP: user name or p"',
    "wake 3 in 60",
    "publish sends 1",
    "closed",
  ],
  "the connection is lost at the second": ["sent 1; sent 1; sent 1", "1 logins, 4 submitted", "publish sends 1,2,3", "closed"],
  "the second's reply is lost": [
    "sent 1; processing intent 1 in 60; sent 1",
    "1 logins, 3 submitted",
    "warn: outcome unknown",
    "wake 2 in 60",
    "publish sends 1,3",
    "closed",
  ],
  "the lease is lost at the second": [
    "sent 1; processing intent 1 in 25; processing claimed 1 in 25",
    "1 logins, 2 submitted",
    "publish sends 1",
    "closed",
  ],
  "our own store fails at the second": [
    "sent 1; queued 0 in 0: this service has a failure of its own; t; queued 0 in 0",
    "1 logins, 2 submitted",
    "error: delivery stopped by our own failure",
    "hold 60 retry",
    "wake 2 in 60",
    "wake 3 in 60",
    "publish sends 1",
    "closed",
  ],
  "the server is down": [
    "queued 1 in 30: SMTP: the server cannot be reached or do; queued 1 in 30: SMTP: the server cannot be reached or do; queued 1 in 30: SMTP: the server cannot be reached or do",
    "1 logins, 0 submitted",
    'note smtpFailures=1 smtpLastError="SMTP: the server can"',
    `wake 1 in 30 ${FOR},2 in 30 ${FOR},3 in 30 ${FOR}`,
  ],
  "the server is down at last": [
    "failed 12: SMTP: the server cannot be reached or do; failed 12: SMTP: the server cannot be reached or do; failed 12: SMTP: the server cannot be reached or do",
    "1 logins, 0 submitted",
    'note smtpFailures=1 smtpLastError="SMTP: the server can"',
    "publish sends 1,2,3",
  ],
  "the server does not greet": [
    "queued 0 in 60: 554 no mail from here; queued 0 in 60: 554 no mail from here; queued 0 in 60: 554 no mail from here",
    "1 logins, 0 submitted",
    'note smtpFailures=1 smtpLastError="SMTP: the server can"',
    "hold 60 retry like",
    `wake 1 in 60 ${FOR},2 in 60 ${FOR},3 in 60 ${FOR}`,
  ],
  "the login is refused": [
    "queued 0 in 0: 535 5.7.8 no; queued 0 in 0: 535 5.7.8 no; queued 0 in 0: 535 5.7.8 no",
    "1 logins, 0 submitted",
    'note smtpFailures=1 smtpLastError="SMTP: user name or p"',
    "hold 60 retry",
    `wake 1 in 60 ${FOR},2 in 60 ${FOR},3 in 60 ${FOR}`,
  ],
  "the login is refused for three days": [
    "failed 1: 535 5.7.8 no; failed 1: 535 5.7.8 no; failed 1: 535 5.7.8 no",
    "1 logins, 0 submitted",
    'note smtpFailures=1 smtpLastError="SMTP: user name or p"',
    "publish sends 1,2,3",
  ],
  "the proxy is down": [
    "queued 0 in 60: this service has a failure of its own; t; queued 0 in 60: this service has a failure of its own; t; queued 0 in 60: this service has a failure of its own; t",
    "1 logins, 0 submitted",
    "error: delivery stopped by our own failure",
    "hold 60 retry like",
    "wake 1 in 60,2 in 60,3 in 60",
  ],
  "the grant was withdrawn": [
    "queued 0 in 0: SMTP: the authorisation has expired or w; queued 0 in 0: SMTP: the authorisation has expired or w; queued 0 in 0: SMTP: the authorisation has expired or w",
    "1 logins, 0 submitted",
    'note smtpFailures=3 smtpLastError="SMTP: the authorisat" status="disconnected" statusSince= in 0',
    "publish mailboxes",
    "hold 60 retry",
    `wake 1 in 60 ${FOR},2 in 60 ${FOR},3 in 60 ${FOR}`,
  ],
  "the sign-in service is down": [
    "queued 0 in 0: SMTP: the provider's sign-in service doe; queued 0 in 0: SMTP: the provider's sign-in service doe; queued 0 in 0: SMTP: the provider's sign-in service doe",
    "1 logins, 0 submitted",
    'note smtpFailures=1 smtpLastError="SMTP: the provider\'s"',
    "hold 60 retry",
    `wake 1 in 60 ${FOR},2 in 60 ${FOR},3 in 60 ${FOR}`,
  ],
  "our client registration is wrong": [
    "queued 0 in 60: this service has a failure of its own; t; queued 0 in 60: this service has a failure of its own; t; queued 0 in 60: this service has a failure of its own; t",
    "1 logins, 0 submitted",
    "error: delivery stopped by our own failure",
    "hold 60 retry like",
    "wake 1 in 60,2 in 60,3 in 60",
  ],
  "the host keeps others waiting": [
    "queued 0 in 120: SMTP: the server keeps other mailboxes w; queued 0 in 120: SMTP: the server keeps other mailboxes w; queued 0 in 120: SMTP: the server keeps other mailboxes w",
    "1 logins, 0 submitted",
    "hold 120 retry like",
    `wake 1 in 120 ${FOR},2 in 120 ${FOR},3 in 120 ${FOR}`,
  ],
  "the mailbox recovers": [
    "sent 1; sent 1; sent 1",
    "1 logins, 3 submitted",
    'note smtpFailures=0 status="active" statusSince= in 0',
    "publish mailboxes",
    "publish sends 1,2,3",
    "closed",
  ],
  "a body is missing": [
    "sent 1; failed 1: the email's body is missing from the sto; sent 1",
    "1 logins, 2 submitted",
    "error: a send's body is missing",
    "publish sends 1,3,2",
    "closed",
  ],
  "one is too late": [
    "sent 1; failed 1: too late: it could not leave by the time; sent 1",
    "1 logins, 2 submitted",
    "publish sends 1,3,2",
    "closed",
  ],
  "one is suppressed": ["sent 1; cancelled 1; sent 1", "1 logins, 2 submitted", "publish sends 1,3,2", "closed"],
  "one follows another that is gone": [
    "sent 1; failed 1: the original send 0000000000000000000000; sent 1",
    "1 logins, 2 submitted",
    "publish sends 1,3,2",
    "closed",
  ],
  "answers cannot be asked for": [
    "sent 1; queued 0 in 300: the mailbox could not be asked whether a; sent 1",
    "1 logins, 2 submitted",
    "wake 2 in 300",
    "publish sends 1,3",
    "closed",
  ],
  "asking for answers fails": [
    "sent 1; queued 0 in 300: the mailbox could not be asked whether a; sent 1",
    "1 logins, 2 submitted",
    "warn: a mailbox could not be asked for answers",
    "wake 2 in 300",
    "publish sends 1,3",
    "closed",
  ],
  "an answer has come": ["sent 1; cancelled 1; sent 1", "1 logins, 2 submitted", "publish sends 1,3,2", "closed"],
  "the mailbox is disconnected": ["queued 0 in 0; queued 0 in 0; queued 0 in 0", "0 logins, 0 submitted", "hold 300 reconnect"],
  "the mailbox is disconnected for three days": [
    "failed 1: the mailbox has been disconnected for 72; failed 1: the mailbox has been disconnected for 72; failed 1: the mailbox has been disconnected for 72",
    "0 logins, 0 submitted",
    "publish sends 1,2,3",
  ],
  "the mailbox is removed": ["cancelled 0; cancelled 0; cancelled 0", "0 logins, 0 submitted"],
  "the server errs in its own words": ["sent 1; failed 1: 500 what?; sent 1", "1 logins, 3 submitted", "publish sends 1,3,2", "closed"],
  "the daily cap lets two leave": [
    "sent 1; sent 1; queued 0 in 0",
    "1 logins, 2 submitted",
    "publish sends 1,2",
    "wake 3 in 300",
    "closed",
  ],
};

describe("what comes of three emails when", () => {
  it.each(Object.entries(scenes))("%s", async (name, scene) => {
    expect(await outcomeOf(scene)).toEqual(expected[name]);
  });
});
