import { asLines } from "#test/support/as-lines.ts";
import { describe, expect, it } from "vitest";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { CircuitOpen } from "#shared/mailboxes/connection/circuit-breaker.ts";
import { OAuthError } from "#shared/mailboxes/oauth/oauth.ts";
import type { Outcome } from "#shared/sending/ports/submission.ts";
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
  "the login is refused for the second's draft": {
    submits: second({ kind: "unknown", refusal: { code: 535, reply: "535 5.7.8 the grant is gone" } }),
  },
  "the quota is told for the second's draft": {
    submits: second({ kind: "unknown", refusal: { code: 450, reply: "450 429 rateLimitExceeded", waitMs: 30_000 } }),
  },
  "the lease is lost at the second": { submits: second({ kind: "fenced" }) },
  "our store fails at the second": { submits: second({ kind: "internal", error: new Error("no primary") }) },
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
      sends: { ...real.sends, bodies: async () => new Map() },
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
    ports: () => ({ answers: { pull: async () => false, to: async () => undefined, away: async () => undefined } }),
  },
  "asking for answers fails": {
    emails: [{}, { cancelOn: ["reply"] }, {}],
    ports: () => ({ answers: { pull: () => Promise.reject(new Error("x")), to: async () => undefined, away: async () => undefined } }),
  },
  "an answer has come": {
    emails: [{}, { cancelOn: ["reply"] }, {}],
    ports: () => ({ answers: { pull: async () => true, to: async () => "replied" as const, away: async () => undefined } }),
  },
  "the mailbox is disconnected": { mailbox: { status: "disconnected" } },
  "the mailbox is disconnected for three days": { mailbox: { status: "disconnected", statusSince: new Date(START - 73 * 3_600_000) } },
  "the mailbox is removed": { ports: () => ({ mailboxes: { findForJob: async () => undefined, note: async () => true } }) },
  "the server errs in its own words": { submits: second(refused("500 what?")) },
  "the daily cap lets two leave": { mailbox: { maxDailySends: 2 } },
};

describe("what comes of three emails when", () => {
  it.each(Object.entries(scenes))("%s", async (_, scene) => {
    expect(asLines(await outcomeOf(scene))).toMatchSnapshot();
  });
});
