import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { smtpFailure } from "#shared/transports/smtp/submissions.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { OAuthError, type OAuthReason } from "#shared/mailboxes/oauth/oauth.ts";
import {
  type Circumstances,
  concernsMailbox,
  judgeNoConnection,
  judgeOutcome,
  judgeUntaken,
  type NoConnection,
  RETRY_DELAYS_MS,
  retryDelayMs,
  quotaWaitMs,
} from "#shared/sending/deliver/outcome.ts";
import type { Outcome } from "#shared/sending/ports/submission.ts";
import { MAX_ATTEMPTS } from "#shared/sending/send.ts";
import { type Transition, transitions } from "#shared/sending/transitions.ts";

const HOUR_MS = 3_600_000;
const now = new Date("2026-11-21T12:00:00Z");
const since = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
const first = { attempts: 1, maxAttempts: MAX_ATTEMPTS };
const last = { attempts: MAX_ATTEMPTS, maxAttempts: MAX_ATTEMPTS };
const usual: Circumstances = { mailbox: { status: "active", statusSince: since(1000) }, now, random: 0.5 };
const down = (hours: number): Circumstances => ({ ...usual, mailbox: { status: "error", statusSince: since(hours) } });

const refused = (reply: string): Outcome => ({ kind: "refused", code: Number(reply.slice(0, 3)), reply });
const judge = (outcome: Outcome, send = first) => judgeOutcome(outcome, send, usual);
/** A reply before MAIL FROM, as the SMTP adapter tells it. */
const refusedBefore = (reply: string, at: "connection" | "login"): NoConnection => ({
  kind: "unconnected",
  failure: smtpFailure({ response: reply, responseCode: Number(reply.slice(0, 3)) }, at),
});
const grant = (reason: OAuthReason): NoConnection => ({ kind: "unconnected", failure: new OAuthError(reason, "x") });

it("tries again after half a minute, and for 24 hours in all", () => {
  expect(RETRY_DELAYS_MS.map((ms) => ms / 60_000)).toEqual([0.5, 2, 10, 30, 60, 120, 180, 240, 240, 240, 300]);
});

it.each([421, 432, 450, 451, 452, 454, 550, 552, 554])("waits for a quota that is told by a %i", (code) => {
  expect(judge(refused(`${code} 5.4.5 Daily user sending quota exceeded`))).toMatchObject({ kind: "wait" });
});

describe("those whom a sent email did not reach", () => {
  const later = { email: "grey@peer.test", code: 451, reply: "451 4.7.1 greylisted" };
  const unknown = { email: "no@peer.test", code: 550, reply: "550 5.1.1 no such user" };

  it("are tried again after a 4xx, but for the last attempt", () => {
    const untaken = (attempts: number) => judgeUntaken([later, unknown], { ...first, attempts }, usual);
    const emails = ({ refused, deferred }: ReturnType<typeof judgeUntaken>) =>
      [refused, deferred].map((all) => all.map(({ email }) => email));
    expect(emails(untaken(MAX_ATTEMPTS - 1))).toEqual([["no@peer.test"], ["grey@peer.test"]]);
    expect(emails(untaken(MAX_ATTEMPTS))).toEqual([["grey@peer.test", "no@peer.test"], []]);
  });

  it("are tried once more in a transaction of their own after a 5xx that may be about the transaction", () => {
    const many = { email: "many@peer.test", code: 550, reply: "550 5.5.3 too many recipients" };
    expect(judgeUntaken([many], first, usual)).toMatchObject({ refused: [], deferred: [{ email: "many@peer.test" }] });
    expect(judgeUntaken([many], last, usual)).toMatchObject({ refused: [{ email: "many@peer.test" }], deferred: [] });
  });
});

describe("judging replies to every recipient", () => {
  const USER = "550 5.1.1 no such user";
  const LATER = "451 4.7.1 greylisted";
  const QUOTA = "550 5.4.5 Daily user sending quota exceeded";
  const all = (...replies: readonly string[]): Outcome => ({
    kind: "refused",
    code: 550,
    reply: "550 5.1.1 no such user",
    recipients: replies.map((reply, i) => ({ email: `p${i}@peer.test`, code: Number(reply.slice(0, 3)), reply })),
  });

  it.each([
    [[USER, USER], "fail", USER],
    [[LATER, USER], "retry", LATER],
    [[USER, LATER], "retry", LATER],
    [[LATER], "retry", LATER],
    [[USER, QUOTA, LATER], "wait", QUOTA],
    [[QUOTA, USER], "wait", QUOTA],
  ])("lets the most hopeful of %j decide", (replies, kind, lastError) => {
    expect(judge(all(...replies))).toMatchObject({ kind, lastError });
  });

  it("names each recipient of what fails, also after the last attempt", () => {
    const refused = [USER, LATER].map((reply, i) => ({ email: `p${i}@peer.test`, reply }));

    expect(judge(all(USER, LATER), last)).toMatchObject({ kind: "fail", refused });
    expect(judge({ ...all(USER), reply: "421 x" } as Outcome)).toMatchObject({ kind: "fail", refused: refused.slice(0, 1) });
  });
});

describe("judging a reply to the message", () => {
  it.each([
    ["550 5.1.1 no such user", "fail"],
    ["554 5.7.1 spam", "fail"],
    ["554 5.7.9 Message not accepted for policy reasons", "fail"],
    ["552 too large", "fail"],
    ["503 bad sequence", "retry"],
    ["421 4.3.2 closing", "retry"],
    ["451 4.7.1 greylisted", "retry"],
    ["452 4.2.2 the recipient's mailbox is full", "retry"],
    ["454 4.7.0 temporary authentication failure", "retry"],
    ["530 5.7.0 authentication required", "wait"],
    ["550 5.7.57 Client not authenticated to send mail", "wait"],
    ["550 5.7.30 Basic authentication is not supported for Client Submission", "wait"],
    ["534 5.7.9 application-specific password required", "wait"],
    ["535 5.7.8 no", "wait"],
    ["538 encryption required", "wait"],
    ["550 5.4.5 Daily user sending quota exceeded", "wait"],
    ["550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients", "wait"],
    ["452 4.5.3 Your message has too many recipients: quota", "wait"],
    ["432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded", "wait"],
  ])("takes %s for %s", (reply, kind) => {
    expect(judge(refused(reply))).toMatchObject({ kind, lastError: reply });
  });

  it("fails after the last attempt, but never for the mailbox's own trouble", () => {
    expect(judge(refused("451 later"), last)).toMatchObject({ kind: "fail", lastError: "451 later" });
    expect(judge(refused("535 no"), last)).toMatchObject({ kind: "wait" });
  });

  it("keeps last_error on one line", () => {
    expect(judge(refused("550-first\r\n550 second\u0000"))).toMatchObject({ lastError: "550-first 550 second" });
  });

  it("retries a lost connection", () => {
    expect(judge({ kind: "unreached", failure: new MailFailure("SMTP", "unreachable") })).toMatchObject({ kind: "retry" });
  });

  it("never decides an unknown outcome or a lost lease by itself", () => {
    expect(judge({ kind: "unknown" })).toEqual({ kind: "unknown" });
    expect(judge({ kind: "fenced" })).toEqual({ kind: "fenced" });
  });

  it("waits when our own store fails, however often it was tried", () => {
    expect(judge({ kind: "internal", error: new Error("no primary") }, last)).toMatchObject({ kind: "wait" });
  });
});

describe("judging a missing connection", () => {
  const replies = [
    "550 5.7.30 Basic authentication is not supported",
    "554 5.7.1 no mail from here",
    "504 5.5.4 Unrecognized authentication type",
    "454 4.7.0 Temporary authentication failure",
    "421 4.3.2 closing",
    "535 5.7.8 no",
    "500 unknown",
  ];

  it.each(replies.flatMap((reply) => (["connection", "login"] as const).map((at) => [reply, at] as const)))(
    "makes the send wait at %s to the %s, even in its last attempt",
    (reply, at) => {
      expect(judgeNoConnection(refusedBefore(reply, at), last, usual)).toMatchObject({ kind: "wait", lastError: reply });
    },
  );

  it.each(replies)("fails at %s once the mailbox has been out of order for 72 hours", (reply) => {
    expect(judgeNoConnection(refusedBefore(reply, "login"), first, down(71))).toMatchObject({ kind: "wait" });
    expect(judgeNoConnection(refusedBefore(reply, "login"), first, down(73))).toEqual({ kind: "fail", lastError: reply });
  });

  it("counts an attempt when no server answered, with a message that names no network detail", () => {
    const failure = new MailFailure("SMTP", "unreachable", { cause: new Error("ECONNREFUSED 10.0.0.7:25") });

    const verdict = judgeNoConnection({ kind: "unconnected", failure }, first, usual);

    expect(verdict).toMatchObject({ kind: "retry" });
    expect(JSON.stringify(verdict)).not.toContain("10.0.0.7");
    expect(judgeNoConnection({ kind: "unconnected", failure }, last, usual)).toMatchObject({ kind: "fail" });
  });

  it("waits without an attempt when the grant was withdrawn and when the token endpoint is down", () => {
    for (const reason of ["refused", "temporary"] as const) expect(judgeNoConnection(grant(reason), last, usual).kind).toBe("wait");
  });

  it("waits without an attempt for a failure of our own, and blames no server", () => {
    const verdict = judgeNoConnection({ kind: "internal", error: new Error("the keyring is gone") }, last, down(100));

    expect(verdict).toMatchObject({ kind: "wait", lastError: expect.stringMatching(/^this service has an internal failure/) });
  });

  it("concerns the whole mailbox at the login, and one way out before it", () => {
    expect(concernsMailbox(refusedBefore("454 later", "login"))).toBe(true);
    expect(concernsMailbox(grant("temporary"))).toBe(true);
    expect(concernsMailbox(refusedBefore("554 no", "connection"))).toBe(false);
    expect(concernsMailbox({ kind: "internal", error: undefined })).toBe(false);
  });
});

describe("retry delays", () => {
  it("grow and never shrink, give or take 20 %", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 11 }), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (attempt, random) => {
        const base = RETRY_DELAYS_MS[attempt - 1]!;
        const delay = retryDelayMs(attempt, random);
        expect(delay).toBeGreaterThanOrEqual(base * 0.8 - 1);
        expect(delay).toBeLessThanOrEqual(base * 1.2 + 1);
      }),
    );
    expect(RETRY_DELAYS_MS.slice(0, 8)).toEqual([30_000, 120_000, 600_000, 1_800_000, ...[1, 2, 3, 4].map((hours) => hours * HOUR_MS)]);
    expect(RETRY_DELAYS_MS).toEqual(RETRY_DELAYS_MS.toSorted((a, b) => a - b));
  });

  it("make 24 hours of twelve attempts", () => {
    const total = RETRY_DELAYS_MS.reduce((sum, delay) => sum + delay, 0);

    expect(RETRY_DELAYS_MS).toHaveLength(MAX_ATTEMPTS - 1);
    expect(total / HOUR_MS).toBeCloseTo(24, 0);
  });
});

describe("quota replies", () => {
  it("are told from the recipient's full mailbox and from spam verdicts", () => {
    expect(quotaWaitMs(452, "452-4.2.2 The email account that you tried to reach is over quota")).toBeUndefined();
    expect(quotaWaitMs(552, "552 5.2.2 Mailbox over quota")).toBeUndefined();
    expect(quotaWaitMs(550, "550 5.7.1 Message rejected as spam by Content Filtering")).toBeUndefined();
    expect(quotaWaitMs(550, "550 5.4.5 Daily user sending quota exceeded")).toBe(3_600_000);
  });
});

describe("the state machine", () => {
  it("leaves no final state but by a late 250, and by a correction before the time has come", () => {
    for (const [name, transition] of Object.entries<Transition>(transitions)) {
      const { from = [] } = transition;
      if (["succeedLate", "restore", "restoreHeld", "restorePaused"].includes(name)) continue;
      // One that stays cancelled may be noted as paused, so that it comes back as that.
      if (!transition.to && from.every((state) => state === "cancelled")) continue;
      // Whom the server put off is tried again while the send stays sent.
      if (!transition.to && from.some((state) => state === "sent")) continue;
      expect(from).not.toContain("sent");
      expect(from).not.toContain("failed");
      expect(from).not.toContain("cancelled");
    }
    expect(transitions.restore).toMatchObject({ from: ["cancelled"], held: false, to: "scheduled" });
    expect(transitions.restoreHeld).toMatchObject({ from: ["cancelled"], held: true, to: "scheduled" });
    expect(transitions.restorePaused).toMatchObject({ from: ["cancelled"], held: false, paused: true, to: "scheduled" });
  });

  it("lets nothing near a server that waits for approval, and ends that wait by an approval alone", () => {
    const leaving = Object.entries<Transition>(transitions).filter(
      ([, { to, from = [] }]) => to === "queued" || (to === "scheduled" && from.includes("scheduled")),
    );
    for (const [name, { held, from = [] }] of leaving)
      if (from.includes("scheduled")) expect([name, held]).toEqual([name, name.startsWith("approve")]);
    const ends = Object.entries<Transition>(transitions).filter(([, { clear = [] }]) => clear.includes("holdUntil"));
    expect(ends.map(([name]) => name)).toEqual(["approve", "approveNow"]);
    expect([transitions.claim.held, transitions.intend.held, transitions.doubt.held]).toEqual([false, false, false]);
    expect(transitions.succeedLate).toMatchObject({ from: ["failed"], stage: "intent", to: "sent" });
  });
});
