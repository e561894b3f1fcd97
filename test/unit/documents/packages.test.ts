// The packages that documents tell a reader to run or install are this repository's own, or those that it depends on.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import own from "../../../package.json" with { type: "json" };

const documents = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], { encoding: "utf8" })
  .trim()
  .split("\n");
const textOf = new Map(documents.map((file) => [file, readFileSync(file, "utf8")]));
const clientName = /name: "([^"]+)"/.exec(readFileSync("infra/client/build.ts", "utf8"))?.[1] ?? "";
const known = new Set(Object.keys({ ...own.dependencies, ...own.devDependencies }));

it("no document says npx of a name that is somebody else's", () => {
  const said = [...textOf].flatMap(([file, text]) =>
    [...text.matchAll(/\bnpx (?:-\S+ )*([@\w/.-]+)/g)].map(([, name = ""]) => ({ file, name })),
  );

  expect(said.length).toBeGreaterThan(2);
  expect(said.filter(({ name }) => !known.has(name))).toEqual([]);
});

it("the client has a name within a scope, and documents import it by that name and install the file that is packed", () => {
  expect(clientName).toMatch(/^@[\w-]+\/[\w-]+$/);
  const file = `${clientName.replace("@", "").replace("/", "-")}-${own.version}.tgz`;

  expect(textOf.get("README.md")).toContain(`.cache/client/${file}`);
  expect(textOf.get("README.md")).toContain(`from "${clientName}"`);
  const others = [...textOf].filter(([name, text]) => name !== "CHANGELOG.md" && /["`/]email-service-client/.test(text));
  expect(others.map(([name]) => name)).toEqual([]);
});

it("the client's guide and its README say that it is for servers, and why", () => {
  for (const file of ["shared/docs/guides/client.md", "shared/client/README.md"]) {
    expect(textOf.get(file)).toMatch(/for servers/);
    expect(textOf.get(file)).toMatch(/a key in a page is a leaked key/i);
  }
});
