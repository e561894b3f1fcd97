import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { alarmTable, endpointTable, jobTable } from "#shared/contract/markdown.ts";

it.each([
  ["README.md", "endpoints", endpointTable],
  ["infra/README.md", "jobs", jobTable],
  ["infra/README.md", "alarms", alarmTable],
])("%s shows the %s as the tables say them", (file, name, table) => {
  const [, shown] = new RegExp(`<!-- ${name}:[^\\n]*-->\\n([\\s\\S]*?)\\n<!-- /${name} -->`).exec(readFileSync(file, "utf8")) ?? [];

  expect(shown).toBe(table());
});
