// `npm run trace -- jobs/deliver < stack.txt`: converts a bundle's stack trace to source lines. Needs the source maps of the running build
// (cdk.out/bundles-maps).
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import { runMain, StartFailure } from "./local/terminal.ts";

/**
 * A stack trace in which every position in a bundle is replaced by its position in the source; other lines stay. Throws when the source maps are
 * missing.
 */
export const traceStack = (stack: string, mapsDir: string): string => {
  if (!existsSync(mapsDir) || readdirSync(mapsDir).length === 0)
    throw new StartFailure(
      `${mapsDir} has no source maps. Is the function's id right? Each synthesis replaces cdk.out/bundles-maps: take that folder of the release, or check its commit out and run npm run synth`,
    );
  return stack.replaceAll(/[^\s()]*\/([\w.-]+\.mjs):(\d+):(\d+)/g, (position, file: string, line: string, column: string) => {
    const path = join(mapsDir, `${basename(file)}.map`);
    if (!existsSync(path)) return position;
    const found = new SourceMap(JSON.parse(readFileSync(path, "utf8"))).findEntry(Number(line) - 1, Number(column) - 1);
    return "originalSource" in found ? `${found.originalSource.replace(/^(\.\.\/)+/, "")}:${found.originalLine + 1}` : position;
  });
};

if (import.meta.main) {
  runMain(async () => {
    const [id = ""] = process.argv.slice(2);
    if (id === "") throw new StartFailure("usage: npm run --silent trace -- jobs/deliver < stack.txt");
    process.stdout.write(traceStack(await text(process.stdin), join("cdk.out/bundles-maps", id)));
  });
}
