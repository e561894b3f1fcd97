import { expect, it, vi } from "vitest";
import { countContacted } from "#shared/metrics/count-contacted.ts";
import { memoryMetrics } from "#test/support/memory/metrics.ts";

const now = new Date("2026-03-04T10:20:00Z");
const clock = { now: () => now };
const refused = [
  { mailboxId: "box1", fromEmail: "anna@Shop.example", tags: ["june", "june"] },
  { mailboxId: "box1", fromEmail: "anna@Shop.example" },
  { mailboxId: "box2", fromEmail: "bert@other.example" },
];

it("counts each refused email in its account, mailbox, domain, tag and kind, every time", async () => {
  const { metrics } = memoryMetrics();
  await countContacted({ metrics, clock }, "user", refused);
  await countContacted({ metrics, clock }, "user", refused.slice(0, 1));
  const rowsOf = async (by: "all" | "mailbox" | "domain" | "tag" | "kind") => {
    const span = { interval: "day", by, from: new Date("2026-03-04"), to: new Date("2026-03-05") } as const;
    const rows = await metrics.rows("user", span, { limit: 10, offset: 0 });
    return Object.fromEntries(rows.map(({ key, counts }) => [key, counts.preventedContacted]));
  };
  expect(await rowsOf("all")).toEqual({ "": 4 });
  expect(await rowsOf("mailbox")).toEqual({ box1: 3, box2: 1 });
  expect(await rowsOf("domain")).toEqual({ "shop.example": 3, "other.example": 1 });
  expect(await rowsOf("tag")).toEqual({ june: 2 });
  expect(await rowsOf("kind")).toEqual({ first: 4 });
});

it("fails no email that was accepted when it fails itself", async () => {
  vi.resetModules();
  vi.doMock("#shared/metrics/count-contacted.ts", () => ({ countContacted: async () => Promise.reject(new Error("no database")) }));
  const { accepting } = await import("#shared/sending/wiring/accepting.ts");
  await expect(accepting.countContacted("user", [])).resolves.toBeUndefined();
});
