import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { namesWith, providerNames } from "#shared/providers/index.ts";

const names = providerNames.join("|");
/** Names that are no other word of the code too: `smtp` is a protocol, `sandbox` a room. */
const unmistakable = namesWith("oauth").join("|");

/** How code makes a difference by a provider's name: it compares with it, or looks something up under it. */
const branches = [
  new RegExp(`(?<!protocol )(?<![=!])[=!]==? ?["'\`](?:${names})["'\`]`),
  new RegExp(`["'\`](?:${names})["'\`] [=!]==? (?!protocol)`),
  new RegExp(`\\bcase ["'\`](?:${names})["'\`]`),
  new RegExp(`\\b(?:includes|has|get|startsWith)\\(["'\`](?:${names})["'\`]\\)`),
  new RegExp(`\\[[^\\]:]*["'\`](?:${unmistakable})["'\`]`),
  new RegExp(`["'\`](?:${unmistakable})["'\`] in `),
  new RegExp(`(?:^|[\\s{(,.])(?:${unmistakable})(?:\\??:|\\?\\.|\\.|\\s*\\})`),
  new RegExp(`[\\w\\])]\\??\\.(?:${unmistakable})\\b`),
];

/** What names providers all the same, and why. */
const allowed: readonly string[] = [
  // Discovery's table, and the rows of it that people can choose.
  "shared/mailboxes/discovery/known-providers.ts",
  "shared/mailboxes/list-providers.ts",
  // An example of the contract, and what is made from the contract.
  "shared/mailboxes/contract/providers.ts",
  "shared/client/generated.ts",
  // The articles of their names in a language.
  "shared/connect/page/words/romance.ts",
];

const isName = new Set<string>(providerNames);
/** The code without comments, and without texts that are no name alone. */
const codeOf = (text: string): string =>
  text
    .replace(/\/\*[\s\S]*?\*\/|(?<![:"'`/])\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, " "))
    .replace(/(["'])((?:(?!\1)[^\\\n]|\\.)*)\1/g, (literal, _quote, content: string) => (isName.has(content) ? literal : '""'))
    .replace(/`[^`$]*`/g, (literal) => (isName.has(literal.slice(1, -1)) ? literal : literal.replace(/[^\n]/g, " ")));

const found = (text: string): readonly string[] =>
  codeOf(text)
    .split("\n")
    .flatMap((line, index) => (branches.some((branch) => branch.test(line)) ? [`${index + 1}: ${line.trim()}`] : []));

it.each([
  'if (mailbox.type === "google") return;',
  "const perMinute = type !== 'outlook' ? 1 : 2;",
  'case "sandbox":',
  "const names = { google: 1 };",
  "const { outlook } = await providers();",
  "return all.outlook.graph;",
  'const both = ["google", "outlook"];',
  'if (types.includes("smtp")) return;',
])("is found: %s", (line) => expect(found(line)).toHaveLength(1));

it.each([
  'if (protocol === "smtp") return;',
  "// only google: is meant",
  'const body = { type: "smtp" };',
  "const { smtp } = account;",
  '"https://mail.google.com/"',
  "const domains = `google.com outlook.com`;",
])("is no branch: %s", (line) => expect(found(line)).toEqual([]));

it("no code outside of shared/providers branches on a provider's name", () => {
  const files = globSync("{shared,functions,infra}/**/*.{ts,tsx}").filter(
    (file) => !file.startsWith("shared/providers/") && !allowed.includes(file) && !file.includes("node_modules"),
  );
  const all = files.flatMap((file) => found(readFileSync(file, "utf8")).map((line) => `${file}:${line}`));

  expect(all).toEqual([]);
});
