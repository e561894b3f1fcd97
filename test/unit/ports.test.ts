import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { rules } from "#test/support/rooms.ts";

const LINES_MAX = 150;
const METHODS_MAX = 8;

/** The interfaces of a file, each with the names of the methods that it declares itself. */
const methodsOf = (source: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...source.matchAll(/^(?:export )?interface (\w+)[^{]*\{\n(.*?)^\}/gms)].map(([, name = "", body = ""]) => [
      name,
      [...body.matchAll(/^ {2}(\w+)(?:<.*?>)?\(/gm)].map(([, method = ""]) => method),
    ]),
  );

it("ports are parted by role: a file has at most 150 lines, an interface at most eight methods", () => {
  const sources = rules()
    .filter((file) => /(?:^|[/-])ports(?:\/[\w-]+)?\.ts$/.test(file))
    .map((file) => [file, readFileSync(file, "utf8")] as const);
  const wide = sources.flatMap(([file, source]) =>
    [...methodsOf(source)].flatMap(([name, { length }]) => (length > METHODS_MAX ? [`${file}: ${name} has ${length} methods`] : [])),
  );
  const long = sources.flatMap(([file, source]) => (source.split("\n").length > LINES_MAX ? [file] : []));

  expect(sources.flatMap(([, source]) => [...methodsOf(source).values()].flat()).length).toBeGreaterThan(100);
  expect([...wide, ...long]).toEqual([]);
});
