import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseSync } from "@swc/core";
import { rules } from "#test/support/rooms.ts";

/** A regular expression of the tree and the files that hold it. */
export interface Found {
  readonly source: string;
  readonly flags: string;
  readonly files: Set<string>;
}

const literals = (node: unknown, found: (pattern: string, flags: string) => void): void => {
  if (typeof node !== "object" || node === null) return;
  const { type, pattern, flags } = node as Record<string, unknown>;
  if (type === "RegExpLiteral") found(String(pattern), String(flags));
  for (const child of Object.values(node)) literals(child, found);
};

/** Every regular expression of shared and functions: the literals, and those that modules compile from data as they load. */
export const collectRegexes = async (): Promise<readonly Found[]> => {
  const regexes = new Map<string, Found>();
  const add = (file: string, source: string, flags: string) => {
    const key = `/${source}/${flags}`;
    if (!regexes.has(key)) regexes.set(key, { source, flags, files: new Set() });
    regexes.get(key)?.files.add(file);
  };
  const files = globSync("{shared,functions}/**/*.ts").toSorted();
  for (const file of files) {
    const tree = parseSync(readFileSync(file, "utf8"), { syntax: "typescript", target: "esnext" });
    literals(tree, (source, flags) => add(file, source, flags));
  }
  const Native = RegExp;
  const root = pathToFileURL(resolve("shared")).href;
  globalThis.RegExp = new Proxy(Native, {
    construct: (target, args: [string | RegExp, string?]) => {
      const regex = new target(...args);
      const [, , caller = ""] = (new Error("who compiles").stack ?? "").split("\n");
      const start = caller.indexOf(root);
      if (start >= 0) add(`shared${caller.slice(start + root.length).split(":")[0]}`, regex.source, regex.flags);
      return regex;
    },
  });
  try {
    for (const file of rules()) await import(pathToFileURL(resolve(file)).href);
  } finally {
    globalThis.RegExp = Native;
  }
  return [...regexes.values()];
};
