import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { endpointTable } from "#shared/contract/markdown.ts";

it("shows the endpoint table as the operations say it", () => {
  const readme = readFileSync("README.md", "utf8");

  const [, shown] = /<!-- endpoints:[^\n]*-->\n([\s\S]*?)\n<!-- \/endpoints -->/.exec(readme) ?? [];

  expect(shown).toBe(endpointTable());
});
