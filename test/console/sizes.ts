import { gzipSync } from "node:zlib";
import { buildConsole } from "#infra/console/build.ts";

const KB = 1024;
/** The most bytes, gzipped, of what the first view loads, and of all screens together. */
const FIRST_SCRIPT = 60 * KB;
const STYLE = 10 * KB;
const ALL = 130 * KB;

/** The sizes of what is loaded, and what is beyond its budget. */
export const judgeSizes = async (): Promise<{ readonly report: string; readonly faults: readonly string[] }> => {
  const { assets, first } = await buildConsole();
  const size = (names: Iterable<string>): number =>
    [...names].reduce((sum, name) => sum + gzipSync(assets.get(name)!, { level: 9 }).length, 0);
  const [style, scripts] = [first.filter((name) => name.endsWith(".css")), first.filter((name) => name.endsWith(".js"))];
  const parts = [
    { what: "script of the first view", bytes: size(scripts), most: FIRST_SCRIPT },
    { what: "style", bytes: size(style), most: STYLE },
    { what: "all screens", bytes: size(assets.keys()), most: ALL },
  ];
  return {
    report: parts.map(({ what, bytes, most }) => `${what}: ${bytes} of ${most} bytes gzipped`).join("\n"),
    faults: parts.filter(({ bytes, most }) => bytes > most).map(({ what, bytes, most }) => `${what} has ${bytes} bytes, ${most} at most`),
  };
};
