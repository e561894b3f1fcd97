import { expect, it } from "vitest";
import { readableLine } from "#infra/local/terminal.ts";

it("shows a log entry as one readable line, without its stack", () => {
  const entry = {
    level: "warn",
    event: "mailbox sync failed",
    timestamp: "2026-11-21T10:11:12.345Z",
    mailboxId: "m1",
    error: { message: "no route", stack: "at x" },
  };

  expect(readableLine(JSON.stringify(entry))).toBe("10:11:12  WARN mailbox sync failed     mailboxId m1  error no route");
});

it("leaves a line that is no log entry as it is", () => {
  expect(readableLine("(node:1) Warning")).toBe("(node:1) Warning");
});
