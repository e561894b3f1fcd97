// `npm run trace -- jobs/deliver < stack.txt`: converts a bundle's stack trace to source lines. Needs the source maps of the running build
// (cdk.out/bundles-maps).
import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";

/** The stack with each position in a bundled file, as Lambda logs it, replaced by its source position; other lines stay. */
export const traceStack = (stack: string, mapsDir: string): string =>
  stack.replaceAll(/[^\s()]*\/([\w.-]+\.mjs):(\d+):(\d+)/g, (position, file: string, line: string, column: string) => {
    const path = join(mapsDir, `${basename(file)}.map`);
    if (!existsSync(path)) return position;
    const found = new SourceMap(JSON.parse(readFileSync(path, "utf8"))).findEntry(Number(line) - 1, Number(column) - 1);
    return "originalSource" in found ? `${found.originalSource.replace(/^(\.\.\/)+/, "")}:${found.originalLine + 1}` : position;
  });

if (import.meta.main) {
  const [id = ""] = process.argv.slice(2);
  process.stdout.write(traceStack(await text(process.stdin), join("cdk.out/bundles-maps", id)));
}
