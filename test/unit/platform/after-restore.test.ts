import { expect, it } from "vitest";
import { afterRestore } from "#infra/admin/maintenance.ts";

const run = (since?: string) => afterRestore.run({ words: [], options: { since }, concerns: () => {} });

it.each([undefined, "", "yesterday", "5", "2026-11-21", "2026-11-21T09:00:00", "2026-11-21 09:00:00Z"])(
  "refuses %j as the time of a restore: it must name its offset, because the operator's machine may have another zone",
  async (since) => {
    await expect(run(since)).rejects.toThrow("--since must be the time");
  },
);

it("refuses a time in the future, which would leave out every withdrawal", async () => {
  await expect(run(new Date(Date.now() + 60_000).toISOString())).rejects.toThrow("--since lies in the future");
});
