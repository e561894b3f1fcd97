import { globSync } from "node:fs";
import { expect, it } from "vitest";
import interop from "../../../vitest.interop.config.ts";
import lanes from "../../../vitest.lanes.config.ts";
import quick from "../../../vitest.config.ts";

interface Chosen {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

const filesOf = ({ include = [], exclude = [] }: Chosen): string[] => globSync([...include], { exclude: [...exclude] });

/** The parts of every vitest configuration that choose files. */
const chosen = [quick, lanes, interop].flatMap(({ test }) =>
  test?.projects ? test.projects.map((project) => (project as { test: Chosen }).test) : [test as Chosen],
);

it("every test file is run by one configuration, and by one alone", () => {
  expect(chosen.flatMap(filesOf).toSorted()).toEqual(globSync("test/**/*.test.ts").toSorted());
});
