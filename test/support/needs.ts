import { readFileSync } from "node:fs";
import { type FunctionId, functionIds } from "#infra/functions.ts";
import type { Need } from "#shared/platform/env.ts";

const lines = readFileSync(new URL("../bundles/needs.txt", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");
const reviewed = new Map(
  lines.map((line) => {
    const [id = "", needs = ""] = line.split(": ");
    return [id, (needs === "nothing" ? [] : needs.split(", ")) as Need[]];
  }),
);

/** What a function needs by the reviewed list, which test/bundles compares with the bundles: for tests that bundle nothing. */
export const needsOf = (id: FunctionId): readonly Need[] => reviewed.get(id) ?? [];

/** The functions that need one of these. */
export const needing = (...needs: readonly Need[]): readonly FunctionId[] =>
  functionIds.filter((id) => needsOf(id).some((need) => needs.includes(need)));
