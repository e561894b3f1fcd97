import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { healthAfterFailure, healthAfterSuccess } from "#shared/mailboxes/connection/test-logins.ts";
import { aFailure } from "#test/support/mailbox-ports.ts";
import { aMailbox } from "#test/support/mailbox.ts";

const now = new Date("2026-11-21T12:00:00Z");
const after = (mailbox: Mailbox, ...steps: ((mailbox: Mailbox) => object)[]): Mailbox =>
  steps.reduce((current, step) => ({ ...current, ...step(current) }), mailbox);
const fails =
  (facts: Parameters<typeof aFailure>[0] = {}) =>
  (mailbox: Mailbox) =>
    healthAfterFailure(mailbox, aFailure(facts), now);
const logsIn =
  (protocol: "SMTP" | "IMAP" = "SMTP") =>
  (mailbox: Mailbox) =>
    healthAfterSuccess(mailbox, protocol, now);
const outage = { status: "error", field: "smtpHost" } as const;

describe("a mailbox's status in the background", () => {
  it("stays active after two refusals and is disconnected by the third", () => {
    expect(after(aMailbox(), fails(), fails())).toMatchObject({ status: "active", smtpFailures: 2 });
    expect(after(aMailbox(), fails(), fails(), fails())).toMatchObject({ status: "disconnected", statusSince: now });
  });

  it("is error after three outages in a row", () => {
    expect(after(aMailbox(), fails(outage), fails(outage)).status).toBe("active");
    expect(after(aMailbox(), fails(outage), fails(outage), fails(outage)).status).toBe("error");
  });

  it("counts anew after a success between", () => {
    expect(after(aMailbox(), fails(), fails(), logsIn(), fails(), fails())).toMatchObject({ status: "active", smtpFailures: 2 });
  });

  it("counts SMTP and IMAP apart", () => {
    const imap = { protocol: "IMAP", field: "imapPassword" } as const;

    expect(after(aMailbox(), fails(), fails(), fails(imap), fails(imap)).status).toBe("active");
  });

  it("is disconnected at once by a withdrawn grant", () => {
    expect(after(aMailbox(), fails({ immediate: true }))).toMatchObject({ status: "disconnected", smtpFailures: 3 });
  });

  it("is active again with the first success after an error", () => {
    expect(after(aMailbox({ status: "error", smtpFailures: 3 }), logsIn())).toMatchObject({
      status: "active",
      smtpFailures: 0,
      statusSince: now,
    });
  });

  it("is not healed by IMAP while SMTP is down", () => {
    expect(after(aMailbox({ status: "error", smtpFailures: 3 }), logsIn("IMAP")).status).toBe("error");
  });

  it("keeps the 72 hours of waiting sends running: a disconnected mailbox that fails again has the same start", () => {
    const disconnected = after(aMailbox(), fails(), fails(), fails());
    const later = new Date(now.getTime() + 1000);

    expect({ ...disconnected, ...healthAfterFailure(disconnected, aFailure(outage), later) }).toMatchObject({
      status: "disconnected",
      statusSince: now,
    });
  });

  it("shows an IMAP failure at once as the last sync error, and clears it", () => {
    const failed = after(aMailbox(), fails({ protocol: "IMAP", message: "IMAP: not reached" }));

    expect(failed.inboxLastError).toBe("IMAP: not reached");
    expect(after(failed, logsIn("IMAP")).inboxLastError).toBe("");
  });

  it("shows an SMTP failure at once as the last SMTP error, and an SMTP login clears it", () => {
    const failed = after(aMailbox(), fails({ message: "SMTP: refused" }));

    expect(failed).toMatchObject({ smtpLastError: "SMTP: refused", inboxLastError: "" });
    expect(after(failed, logsIn("IMAP")).smtpLastError).toBe("SMTP: refused");
    expect(after(failed, logsIn("SMTP")).smtpLastError).toBe("");
  });

  it("changes nothing by a success of a healthy mailbox", () => {
    expect(healthAfterSuccess(aMailbox(), "SMTP", now)).toEqual({});
    expect(healthAfterSuccess(aMailbox(), "IMAP", now)).toEqual({});
  });

  it("never leaves active with fewer than three failures in a row on either protocol", () => {
    const step = fc.record({ protocol: fc.constantFrom("SMTP" as const, "IMAP" as const), ok: fc.boolean(), refused: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let mailbox = aMailbox();
        const inARow = { SMTP: 0, IMAP: 0 };
        for (const { protocol, ok, refused } of steps) {
          inARow[protocol] = ok ? 0 : inARow[protocol] + 1;
          mailbox = after(mailbox, ok ? logsIn(protocol) : fails({ protocol, status: refused ? "disconnected" : "error" }));
          if (inARow.SMTP < 3 && inARow.IMAP < 3) expect(mailbox.status).toBe("active");
          else expect(mailbox.status).not.toBe("active");
        }
      }),
    );
  });
});
