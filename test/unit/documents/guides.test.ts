import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { guides } from "#shared/docs/contract.ts";

it("every guide that asks the API with curl shows the client beside it, and so does the README's tour", () => {
  const alone = [...guides.map(({ file }) => file), "README.md"].filter((file) => {
    const text = readFileSync(file, "utf8");
    return /```sh\n[^`]*\bapi\b[^`]*\$URL/.test(text) && !text.includes("```ts\n");
  });

  expect(alone).toEqual([]);
});
