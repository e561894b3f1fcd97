import { expect, it } from "vitest";
import { withdrawalsIn } from "#infra/admin/maintenance.ts";

const id = "655f1c2e9b1e8a0012345678";
const line = (timestamp: string, fields: object, event = "withdrawn") => JSON.stringify({ level: "info", event, timestamp, ...fields });
const since = new Date("2026-11-23T10:00:00Z");

it("reads withdrawals since a time, the oldest first, out of any lines", () => {
  const text = [
    line("2026-11-23T10:02:00.000Z", { what: "resubscribed", sendId: id }),
    line("2026-11-23T10:01:00.000Z", { what: "unsubscribed", sendId: id, requestId: "r" }),
    line("2026-11-23T09:59:59.999Z", { what: "key", userId: id, id }),
    line("2026-11-23T10:03:00.000Z", { what: "mailbox", userId: id, id, purge: true }),
    line("2026-11-23T10:04:00.000Z", { operation: "auth/delete-api-key", status: 204 }, "answered"),
    "START RequestId",
    "",
  ];

  expect(withdrawalsIn(text.join("\n"), since)).toEqual([
    { what: "unsubscribed", sendId: id },
    { what: "resubscribed", sendId: id },
    { what: "mailbox", userId: id, id, purge: true },
  ]);
});

const whole = line("2026-11-23T10:00:00.000Z", { what: "unsubscribed", sendId: id });

it.each([
  ["cut off at its end", whole.slice(0, -2)],
  ["cut off before its event", whole.slice(0, 20)],
  ["behind a prefix", `2026-11-23T10:00:00 2026/11/23/[$LATEST]1 ${whole}`],
  ["inside another tool's JSON", JSON.stringify({ message: whole })],
  ["with a time that cannot be read", line("today", { what: "unsubscribed", sendId: id })],
])("refuses a line %s, for its withdrawal would be left out", (_, text) => {
  expect(() => withdrawalsIn(text, since)).toThrow(/^line 1 of the log/);
});

it("keeps the log's order of withdrawals at the same moment", () => {
  const at = "2026-11-23T10:00:00.000Z";
  const text = [whole, line(at, { what: "resubscribed", sendId: id })].join("\r\n");

  expect(withdrawalsIn(text, since).map(({ what }) => what)).toEqual(["unsubscribed", "resubscribed"]);
});

it.each([{ what: "key", userId: id }, { what: "key", userId: id, id: "x" }, { what: "mailbox", userId: id, id }, { what: "more" }])(
  "refuses a withdrawal that it does not understand, for it would be left out: %j",
  (fields) => {
    expect(() => withdrawalsIn(`\n${line("2026-11-23T10:00:00.000Z", fields)}`, since)).toThrow(/^line 2 of the log/);
  },
);
