import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Answered, readableLine, requestLine, terminal } from "#infra/local/terminal.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-21T10:11:12.345Z") });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const entry = (level: string, event: string, fields: object = {}) =>
  JSON.stringify({ level, event, timestamp: "2026-11-21T10:11:12.345Z", ...fields });
const answered: Answered = { method: "GET", path: "/v1/credits", status: 200, ms: 4, body: "{}" };
/** A terminal and what it was told to write. */
const aTerminal = (isTTY = false) => {
  const written: string[] = [];
  return { written, ...terminal("readable", { isTTY, write: (text: string) => written.push(text) }) };
};

it("shows a log entry as one readable line, without its stack", () => {
  const line = entry("warn", "mailbox sync failed", { mailboxId: "m1", error: { message: "no route", stack: "at x" } });

  expect(readableLine(line)).toBe("10:11:12  WARN mailbox sync failed     mailboxId m1  error no route");
});

it("leaves a line that is no log entry as it is", () => {
  expect(readableLine("(node:1) Warning")).toBe("(node:1) Warning");
});

it("says of a refused request why it was refused, field by field", () => {
  const body = JSON.stringify({
    message: "Invalid request",
    details: [
      { field: "to", message: "is no address" },
      { field: "subjet", message: "is unknown" },
    ],
  });

  expect(requestLine({ ...answered, method: "POST", path: "/v1/send", status: 400, body })).toBe(
    "10:11:12  400 POST /v1/send  to: is no address; subjet: is unknown",
  );
  expect(requestLine({ ...answered, status: 404, body: JSON.stringify({ message: "Not found" }) })).toBe(
    "10:11:12  404 GET /v1/credits  Not found",
  );
});

it("shows a request once: as the gateway answered it, and not as the function's own line", () => {
  const { written, line, answer } = aTerminal();

  line(entry("info", "answered", { operation: "credits/get", status: 200 }));
  answer(answered);

  expect(written).toEqual(["10:11:12  200 GET /v1/credits  4 ms\n"]);
});

it("shows lines alike in a row once, with their number when another comes or two seconds have passed", () => {
  const { written, line, answer } = aTerminal();

  for (let i = 0; i < 5; i++) answer({ ...answered, ms: i });
  line(entry("info", "send.sent"));
  for (let i = 0; i < 3; i++) line(entry("info", "send.sent"));
  vi.advanceTimersByTime(2_000);

  expect(written).toEqual([
    "10:11:12  200 GET /v1/credits  0 ms\n",
    "          and 4 more like it\n",
    "10:11:12  send.sent\n",
    "          and 3 more like it\n",
  ]);
});

it("colours errors on a terminal, unless NO_COLOR is set, and never in a file", () => {
  vi.stubEnv("NO_COLOR", "");
  const [screen, file] = [aTerminal(true), aTerminal()];
  for (const { line, answer } of [screen, file]) {
    line(entry("error", "broken"));
    answer({ ...answered, status: 500 });
    answer(answered);
  }
  vi.stubEnv("NO_COLOR", "1");
  const plain = aTerminal(true);
  plain.line(entry("error", "broken"));

  const red = "\u001B[31m";
  expect(screen.written.map((text) => text.startsWith(red))).toEqual([true, true, false]);
  expect([...file.written, ...plain.written].join("")).not.toContain("\u001B");
});
