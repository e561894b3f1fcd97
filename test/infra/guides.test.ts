// What the operator's documents name is there: commands, sections, files, runbooks of alarms.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { commands } from "#infra/admin/commands.ts";
import { alarms } from "#infra/functions.ts";
import { indexes } from "#shared/service/indexes.ts";

const documents = globSync("infra/*.md").concat(globSync("infra/{runbooks,cost}/*.md"));
const textOf = (file: string): string => readFileSync(file, "utf8");
const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Readonly<Record<string, string>> };

/** The anchors of a document's sections, as GitHub makes them. */
const anchorsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
/** The documents with their line ends as spaces: a command may be wrapped. */
const flat = (file: string): string => textOf(file).replaceAll(/\s+/g, " ");

describe.each(documents)("%s", (file) => {
  it("calls npm scripts and admin commands that exist", () => {
    for (const [, name = ""] of flat(file).matchAll(/npm run (?:--silent )?([\w-]+)/g)) expect(Object.keys(scripts)).toContain(name);
    for (const [, words = ""] of flat(file).matchAll(/npm run (?:--silent )?admin -- ((?:[a-z][\w-]*)(?: [a-z][\w-]*)?)/g)) {
      const [first = ""] = words.split(" ");
      expect(
        [words, first].some((name) => Object.hasOwn(commands, name)),
        words,
      ).toBe(true);
    }
  });

  it("links to files and sections that exist", () => {
    for (const [, target = ""] of flat(file).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [path = "", anchor] = target.split("#");
      const found = path === "" ? file : join(dirname(file), path);
      expect(existsSync(found), `${file}: ${target}`).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(found), `${file}: ${target}`).toContain(anchor);
    }
  });
});

const RUNBOOKS = "infra/runbooks/README.md";

it("every alarm has its section among the runbooks, which names it", () => {
  const sections = new Map(
    textOf(RUNBOOKS)
      .split(/^## /m)
      .slice(1)
      .map((section, n) => [anchorsOf(RUNBOOKS)[n + 1], section]),
  );

  for (const { alarm } of alarms) expect(sections.get(alarm.drill), `${alarm.name}: ${alarm.drill}`).toContain(`\`${alarm.name}\``);
});

it("every runbook says how it was tried, or why not, or where it stands", () => {
  for (const section of textOf(RUNBOOKS).split(/^## /m).slice(1)) expect(section).toMatch(/^(?:Tried|Not tried): |\]\(.*\.md/m);
});

it("the list of what forbids a shard key by account names every unique index that does not begin with it, and no other", () => {
  const forbidding = indexes
    .filter(({ keys, options }) => options?.unique && Object.keys(keys)[0] !== "userId")
    .map(({ collection, keys }) => `\`${collection}: ${Object.keys(keys).join(",")}\``);

  const named = textOf("infra/atlas.md").match(/`\w+: [\w.,]+`/g) ?? [];
  expect(forbidding.length).toBeGreaterThan(6);
  expect([...new Set(named)].toSorted()).toEqual([...new Set(forbidding)].toSorted());
});

it("every drill of the production guide has a runbook", () => {
  const wanted = ["atlas-failover", "connection-storm", "sqs-down", "schedule-off", "poison-message", "throttling"].concat(
    ["secret-rotated-wrongly", "kms-denied", "bad-version", "region-out", "restore", "disk-full", "leaked-key"],
    ["an-account-that-floods", "provider-blocks-our-addresses"],
  );

  expect(anchorsOf(RUNBOOKS)).toEqual(expect.arrayContaining(wanted));
});
