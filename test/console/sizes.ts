import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import { buildConsole } from "#infra/console/build.ts";

const KB = 1024;
/**
 * The most bytes, gzipped, of what the first view loads, and of all screens together. A ratchet: lower it when it has room. The console may never
 * weigh more than 60, 10 and 200 KB; 190 were enough before sequences were written here.
 */
const FIRST_SCRIPT = 38.5 * KB;
const STYLE = 7.75 * KB;
const ALL = 195.5 * KB;

/** The editor of formatted texts, which is loaded when somebody begins to write and counted apart. */
const EDITOR = 124 * KB;

/** The largest language, which is loaded alone, by whoever's browser wants it, and counted apart. */
const LANGUAGE = 30.5 * KB;

type Console = Awaited<ReturnType<typeof buildConsole>>;

/** A script with all that it imports at once. */
const withImports = ({ metafile: { outputs } }: Console, path: string): ReadonlySet<string> => {
  const found = new Set<string>();
  const add = (one: string): void => {
    if (found.has(one)) return;
    found.add(one);
    for (const { kind, path: next, external } of outputs[one]?.imports ?? []) if (kind === "import-statement" && !external) add(next);
  };
  add(path);
  return found;
};

/** The bytes that each screen loads besides the first view's, by its folder. */
const screenSizes = (console: Console, size: (names: Iterable<string>) => number): readonly string[] =>
  Object.entries(console.metafile.outputs).flatMap(([path, { entryPoint = "" }]) => {
    const [, screen] = /screens\/([\w-]+)\/index\.tsx$/.exec(entryPoint) ?? [];
    if (screen === undefined) return [];
    const names = [...withImports(console, path)].map((one) => basename(one)).filter((name) => !console.first.includes(name));
    return [`  ${screen}: ${size(names)} more`];
  });

/** The sizes of what is loaded, and what is beyond its budget. */
export const judgeSizes = async (): Promise<{ readonly report: string; readonly faults: readonly string[] }> => {
  const console = await buildConsole();
  const { assets, first } = console;
  const size = (names: Iterable<string>): number =>
    [...names].reduce((sum, name) => sum + gzipSync(assets.get(name)!, { level: 9 }).length, 0);
  const [style, scripts] = [first.filter((name) => name.endsWith(".css")), first.filter((name) => name.endsWith(".js"))];
  const editorPath = Object.keys(console.metafile.outputs).find((path) =>
    console.metafile.outputs[path]?.entryPoint?.endsWith("/editor.tsx"),
  );
  const others = new Set(
    Object.entries(console.metafile.outputs)
      .filter(([path, { entryPoint }]) => entryPoint !== undefined && path !== editorPath)
      .flatMap(([path]) => [...withImports(console, path)]),
  );
  const editor = [...withImports(console, editorPath ?? "")].filter((path) => !others.has(path)).map((path) => basename(path));
  const languages = Object.entries(console.metafile.outputs)
    .filter(([, { entryPoint = "" }]) => entryPoint.includes("/languages/"))
    .map(([path]) => basename(path));
  const apart = [...editor, ...languages];
  const parts = [
    { what: "script of the first view", bytes: size(scripts), most: FIRST_SCRIPT },
    { what: "style", bytes: size(style), most: STYLE },
    { what: "all screens", bytes: size([...assets.keys()].filter((name) => !apart.includes(name))), most: ALL },
    { what: "the largest language", bytes: Math.max(...languages.map((name) => size([name]))), most: LANGUAGE },
    { what: "editor of formatted texts", bytes: size(editor), most: EDITOR },
  ];
  const lines = [
    ...parts.map(({ what, bytes, most }) => `${what}: ${bytes} of ${most} bytes gzipped`),
    ...screenSizes(console, size).toSorted(),
  ];
  return {
    report: lines.join("\n"),
    faults: parts.filter(({ bytes, most }) => bytes > most).map(({ what, bytes, most }) => `${what} has ${bytes} bytes, ${most} at most`),
  };
};
