// `npm run trace -- jobs/deliver --stage prod < stack.txt`: converts a bundle's stack trace to source lines. Needs the source maps of the running
// build: cdk.out/maps/prod, or those in `--maps DIR`.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { runMain, StartFailure } from "./local/terminal.ts";

/**
 * A stack trace in which every position in a bundle is replaced by its position in the source; other lines stay. Throws when the source maps are
 * missing.
 */
export const traceStack = (stack: string, mapsDir: string): string => {
  if (!existsSync(mapsDir) || readdirSync(mapsDir).length === 0)
    throw new StartFailure(
      `${mapsDir} has no source maps. Is the function's id right? They are of a stage's last synthesis: name the stage with --stage, give the folder bundles-maps that the release kept with --maps, or check its commit out and run npm run synth -- -c stage=STAGE`,
    );
  return stack.replaceAll(/[^\s()]*\/([\w.-]+\.mjs):(\d+):(\d+)/g, (position, file: string, line: string, column: string) => {
    const path = join(mapsDir, `${basename(file)}.map`);
    if (!existsSync(path)) return position;
    const found = new SourceMap(JSON.parse(readFileSync(path, "utf8"))).findEntry(Number(line) - 1, Number(column) - 1);
    return "originalSource" in found ? `${found.originalSource.replace(/^(\.\.\/)+/, "")}:${found.originalLine + 1}` : position;
  });
};

const USAGE = "usage: npm run --silent trace -- jobs/deliver [--stage dev | --maps DIR] < stack.txt";

if (import.meta.main) {
  runMain(async () => {
    const options = { stage: { type: "string", default: "dev" }, maps: { type: "string" } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [id = ""] = positionals;
    if (id === "") throw new StartFailure(USAGE);
    process.stdout.write(traceStack(await text(process.stdin), join(values.maps ?? join("cdk.out/maps", values.stage), id)));
  });
}
