import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EgressError } from "#shared/domain/mailboxes/egress/egress.ts";
import { OAuthError } from "#shared/domain/mailboxes/oauth/oauth.ts";
import { judgeOutcome, RETRY_DELAYS_MS, retryDelayMs } from "#shared/domain/sending/deliver/judge-outcome.ts";
import type { Outcome } from "#shared/domain/sending/ports.ts";
import { quotaWaitMs } from "#shared/domain/sending/deliver/provider-quotas.ts";
import { transitions } from "#shared/domain/sending/send.ts";

const first = { attempts: 1, maxAttempts: 5 };
const refused = (reply: string, at: "connection" | "login" | "message" = "message"): Outcome => ({
  kind: "refused",
  code: Number(reply.slice(0, 3)),
  reply,
  at,
});
const judge = (outcome: Outcome, send = first) => judgeOutcome(outcome, send, 0.5);

describe("judging an attempt", () => {
  it.each([
    ["550 5.1.1 no such user", "fail"],
    ["554 5.7.1 spam", "fail"],
    ["552 too large", "fail"],
    ["503 bad sequence", "retry"],
    ["421 4.3.2 closing", "retry"],
    ["451 4.7.1 greylisted", "retry"],
    ["452 4.2.2 the recipient's mailbox is full", "retry"],
    ["454 4.7.0 temporary authentication failure", "retry"],
    ["530 5.7.0 authentication required", "wait"],
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

  it("retries what never reached the server, with a message that names no network detail", () => {
    const error = new EgressError("unreachable", "SMTP", { cause: new Error("ECONNREFUSED 10.0.0.7:25") });

    const verdict = judge({ kind: "unreached", at: "connection", error });

    expect(verdict).toMatchObject({ kind: "retry" });
    expect(JSON.stringify(verdict)).not.toContain("10.0.0.7");
  });

  it("waits without an attempt when the grant was withdrawn, and retries when the token endpoint is down", () => {
    const outcome = (reason: "refused" | "temporary"): Outcome => ({
      kind: "unreached",
      at: "connection",
      error: new OAuthError(reason, "x"),
    });

    expect(judge(outcome("refused"))).toMatchObject({ kind: "wait" });
    expect(judge(outcome("temporary"))).toMatchObject({ kind: "retry" });
  });

  it("fails after the last attempt, but never for the mailbox's own trouble", () => {
    const last = { attempts: 5, maxAttempts: 5 };

    expect(judge(refused("451 later"), last)).toMatchObject({ kind: "fail", lastError: "451 later" });
    expect(judge(refused("535 no"), last)).toMatchObject({ kind: "wait" });
  });

  it("keeps last_error on one line", () => {
    expect(judge(refused("550-first\r\n550 second\u0000"))).toMatchObject({ lastError: "550-first 550 second" });
  });

  it("never decides an unknown outcome or a lost lease by itself", () => {
    expect(judge({ kind: "unknown" })).toEqual({ kind: "unknown" });
    expect(judge({ kind: "fenced" })).toEqual({ kind: "fenced" });
  });
});

describe("retry delays", () => {
  it("are 30 s, 2, 10 and 30 min, give or take 20 %", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (attempt, random) => {
        const base = RETRY_DELAYS_MS[attempt - 1]!;
        const delay = retryDelayMs(attempt, random);
        expect(delay).toBeGreaterThanOrEqual(base * 0.8 - 1);
        expect(delay).toBeLessThanOrEqual(base * 1.2 + 1);
      }),
    );
    expect(RETRY_DELAYS_MS).toEqual([30_000, 120_000, 600_000, 1_800_000]);
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
  it("leaves no final state but by a late 250", () => {
    for (const [name, { from }] of Object.entries(transitions)) {
      if (name === "succeedLate") continue;
      expect(from).not.toContain("sent");
      expect(from).not.toContain("failed");
      expect(from).not.toContain("cancelled");
    }
    expect(transitions.succeedLate).toEqual({ from: ["failed"], to: "sent" });
  });
});
