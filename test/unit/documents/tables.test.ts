import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { generatedTables, withTable } from "#infra/docs/write.ts";

it.each(generatedTables.map((generated) => [generated.file, generated.name, generated] as const))(
  "%s shows the %s as the code has them (npm run docs)",
  (file, _name, generated) => {
    expect(readFileSync(file, "utf8")).toBe(withTable(generated));
  },
);
