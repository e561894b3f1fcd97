import type { Document } from "mongodb";
import { expect, it } from "vitest";
import { describeDriver } from "../support/driver-suite.ts";
import { stagesOf } from "../support/explain.ts";

describeDriver("query plans", ({ fresh }) => {
  const explained = async (query: { explain(verbosity: "executionStats"): Promise<Document> }) => {
    const { queryPlanner, executionStats } = await query.explain("executionStats");
    return { stages: stagesOf((queryPlanner as Document)["winningPlan"] as Document), stats: executionStats as Document };
  };
  const aMailbox = async () => {
    const rows = fresh();
    await rows.createIndexes([
      { key: { user: 1, at: -1, _id: -1 } },
      { key: { user: 1, box: 1, at: -1, _id: -1 } },
      { key: { dueAt: 1 }, partialFilterExpression: { status: { $in: ["queued", "scheduled"] } } },
    ]);
    await rows.insertMany(
      Array.from({ length: 3_000 }, (_, i) => ({
        user: i % 3,
        box: i % 30,
        at: new Date(i * 1000),
        status: i % 10 === 0 ? "queued" : "sent",
        dueAt: new Date(i * 1000),
      })),
    );
    return rows;
  };

  it("read a sorted page by its index, and no more than the page", async () => {
    const rows = await aMailbox();

    const { stages, stats } = await explained(rows.find({ user: 1 }).sort({ at: -1, _id: -1 }).limit(20));

    expect(stages).toContain("IXSCAN");
    expect(stages).not.toContain("SORT");
    expect(stats["totalDocsExamined"]).toBeLessThanOrEqual(21);
  });

  it("merge the ranges of several values, so that a sorted page of them reads little", async () => {
    const rows = await aMailbox();
    const page = rows
      .find({ user: 1, box: { $in: [1, 4, 7, 10] } })
      .sort({ at: -1, _id: -1 })
      .limit(20);

    const { stages, stats } = await explained(page.clone());

    expect(stages).not.toContain("COLLSCAN");
    expect(stats["totalDocsExamined"]).toBeLessThanOrEqual(120);
    expect((await page.toArray()).map((row) => (row["at"] as Date).getTime()).slice(0, 4)).toEqual(
      [2980, 2977, 2974, 2971].map((s) => s * 1000),
    );
  });

  it("use a partial index for what it covers", async () => {
    const rows = await aMailbox();

    const { stages, stats } = await explained(
      rows.find({ status: { $in: ["queued", "scheduled"] }, dueAt: { $lt: new Date(100_000) } }).sort({ dueAt: 1 }),
    );

    expect(stages).toContain("IXSCAN");
    expect(stats["nReturned"]).toBe(10);
    expect(stats["totalDocsExamined"]).toBe(10);
  });

  it("show a collection scan where no index serves", async () => {
    const rows = await aMailbox();

    expect((await explained(rows.find({ status: "queued" }))).stages).toContain("COLLSCAN");
  });
});
