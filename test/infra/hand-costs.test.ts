import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { diskOf, EXAMPLE } from "#infra/disk.ts";
import { stages } from "#infra/config.ts";
import { readMeasured } from "#infra/cost/prices.ts";
import { stageTable } from "#infra/cost/stages.ts";

/**
 * A month by hand, dollars, from the price pages and the table of what a million emails and 1,000 mailboxes cost (infra/cost/README.md): computed on
 * paper in November 2026. Who changes a price or a measurement computes it again.
 */
const byHand: Readonly<Record<number, Readonly<Record<string, number>>>> = {
  1_000: {
    // Half a million single emails at 6.81, half a million in batches at 1.23 a million, 1,000 mailboxes at 9.07.
    work: 3.41 + 0.62 + 9.07,
    // 3 M reads at $1.82 a million: request 1.00, call 0.20, 30 ms of 1 GB 0.40, 440 bytes of log 0.22.
    reads: 5.46,
    // 1.6 M posts at $3.70 a million: 300 ms of half a GB 2.00, call 0.20, three requests of SQS 1.50.
    webhooks: 5.92,
    // Rounds 1.16, alarms 5.90, metrics 6.60, dashboard 3, two secrets 0.80 and a million reads of them 5.26.
    fixed: 22.72,
    // Two NATs of 730 h at 0.045, and 94 GB at 0.045; two addresses of 730 h at 0.005; two zones of an endpoint at 0.01, and 50 GB at 0.01.
    network: 65.7 + 4.23 + 7.3 + 14.6 + 0.5,
    // 36 GB at 0.023 and a key; 1.6 M PUTs at $5 a million, 0.3 M GETs at $0.40.
    s3: 0.83 + 1 + 8 + 0.12,
    support: 100,
    // M30; 33,333 sent and 20,000 received mails a day of 3.5 and 3.7 KB for 400 days, and 7 days of bodies: 71 GB.
    atlas: 394.2 + (71 - 40) * 0.5 + 71 * 2 * 0.14,
  },
  100_000: {
    work: 341 + 62 + 907,
    reads: 546,
    webhooks: 592,
    fixed: 1.16 + 5.9 + 6.6 + 3 + 0.8 + 52.6,
    // 160 M mails of 6 KB are 915 GB; 2.26 G logins of 3 KB in 6,470 GB, 1 KB out 2,010 GB.
    network: 65.7 + 9_395 * 0.045 + 7.3 + 14.6 + 49.6,
    s3: 3_600 * 0.023 + 1 + 800 + 12,
    // A tenth of AWS's $3,970.
    support: 397,
    // M60; a hundred times the records: 7,130 GB, of which 320 are included.
    atlas: 2_883.5 + (7_130 - 320) * 0.5 + 7_130 * 2 * 0.14,
  },
};

const rows = {
  work: ["functions", "API Gateway, SQS", "logs", "mail out", "to Atlas"],
  reads: ["reads by the API"],
  webhooks: ["webhooks"],
  fixed: ["rounds, sweeps, idle queues", "alarms", "metrics", "dashboard", "secrets and their reads"],
  network: ["NAT", "public IPv4 addresses", "private endpoint"],
  s3: ["S3, bodies", "S3, requests"],
  support: ["AWS's support"],
  atlas: ["Atlas, cluster", "Atlas, storage above the tier's", "Atlas, backup"],
} as const;

/** A column of the table, dollars by row; those of money alone. */
const monthOf = (mailboxes: number): Readonly<Record<string, number>> => {
  const lines = stageTable(readMeasured())
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const at =
    lines[0]?.findIndex((title) => title.startsWith(`${mailboxes.toLocaleString("en")} mailboxes`) && title.endsWith(" 6 KB")) ?? -1;
  return Object.fromEntries(
    lines.flatMap((cells) => (cells[at]?.startsWith("$") ? [[cells[1] ?? "", Number(cells[at].replaceAll(/[$,]/g, ""))] as const] : [])),
  );
};

it.each([1_000, 100_000])("the table of costs agrees with a sum by hand, row by row: %i mailboxes", (mailboxes) => {
  const month = monthOf(mailboxes);
  expect(Object.values(rows).flat().toSorted()).toEqual(Object.keys(month).toSorted());

  for (const [group, names] of Object.entries(rows)) {
    const ours = names.reduce((sum, name) => sum + (month[name] ?? Number.NaN), 0);
    expect(ours / (byHand[mailboxes]?.[group] ?? 0), group).toBeCloseTo(1, 1);
    expect(Math.abs(ours / (byHand[mailboxes]?.[group] ?? 0) - 1), group).toBeLessThan(0.05);
  }
});

it("the table's source and its page stay short", () => {
  expect(readFileSync("infra/cost/stages.ts", "utf8").split("\n").length).toBeLessThan(300);
  const prose = readFileSync("infra/cost/README.md", "utf8")
    .split("\n")
    .filter((line) => !line.startsWith("|") && !line.startsWith("<!--"));
  expect(
    prose
      .join(" ")
      .split(/\s+/)
      .filter((word) => /\w/.test(word)).length,
  ).toBeLessThan(1_200);
});

it("prod's default tier holds the example's mail for as long as bodies are kept, because they leave the database", () => {
  expect(diskOf(stages.prod, EXAMPLE).days).toBeGreaterThan(400);
  expect(diskOf({ ...stages.prod, bodiesInDatabaseDays: 0 }, EXAMPLE).days).toBeLessThan(400);
});

it("an alarm has a number that is reached 30 days before the disk is full", () => {
  const { days, warnAtPercent } = diskOf(stages.prod, { mailboxes: 100, emailsADay: 20_000 });
  expect(days).toBeGreaterThan(60);
  expect(days).toBeLessThan(130);
  expect(warnAtPercent).toBeGreaterThan(60);
  expect(warnAtPercent).toBeLessThan(90);
});
