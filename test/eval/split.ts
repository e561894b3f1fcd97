import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The part of the collection that rules were written by, and the third that is only ever scored. */
export type Part = "seen" | "unseen";

/** A third of all cases, by the hash of their id: nobody reads these while writing rules. */
const partOf = (id: string): Part => (createHash("sha256").update(id).digest()[0]! % 3 === 0 ? "unseen" : "seen");

/** Makes a collection of one part beside a copy of its scorer, and says where it is. */
export const collectionOf = (collection: string, part: Part): string => {
  const copy = mkdtempSync(join(tmpdir(), `eval-${part}-`));
  cpSync(join(collection, "score.mjs"), join(copy, "score.mjs"));
  cpSync(join(collection, "lib"), join(copy, "lib"), { recursive: true });
  mkdirSync(join(copy, "cases"));
  for (const file of readdirSync(join(collection, "cases"))) {
    const cases = readFileSync(join(collection, "cases", file), "utf8").split("\n");
    writeFileSync(join(copy, "cases", file), cases.filter((line) => line !== "" && partOf(idOf(line)) === part).join("\n"));
  }
  return copy;
};

const idOf = (line: string): string => {
  const { id } = JSON.parse(line) as { readonly id: string };
  return id;
};
