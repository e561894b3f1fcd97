// Builds the console (shared/console) for the browser: index.html, and hashed scripts and styles in assets/.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type BuildResult } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const source = join(root, "shared/console");

/** The console's files: the page, the scripts and styles by their hashed names, and which of them the page loads first. */
export interface ConsoleFiles {
  readonly page: string;
  readonly assets: ReadonlyMap<string, Uint8Array>;
  /** The names of the files that the first view loads. */
  readonly first: readonly string[];
  /** Which file holds a source file, by its path from the repository's root. */
  readonly metafile: NonNullable<BuildResult["metafile"]>;
}

const bundle = () =>
  build({
    entryPoints: { main: join(source, "main.tsx"), style: join(source, "styles/style.css") },
    absWorkingDir: root,
    tsconfig: join(source, "tsconfig.json"),
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    platform: "browser",
    minify: true,
    legalComments: "none",
    entryNames: "[name]-[hash]",
    chunkNames: "part-[hash]",
    outdir: join(root, "assets"),
    define: { "process.env.NODE_ENV": '"production"' },
    write: false,
    metafile: true,
    logLevel: "warning",
  });

type Outputs = ConsoleFiles["metafile"]["outputs"];

/** A file with the files that it imports at once. */
const withImports = (outputs: Outputs, path: string): readonly string[] => [
  path,
  ...(outputs[path]?.imports ?? [])
    .filter(({ kind, external }) => kind === "import-statement" && !external)
    .flatMap((imported) => withImports(outputs, imported.path)),
];

/** Builds the console in memory. */
export const buildConsole = async (): Promise<ConsoleFiles> => {
  const { outputFiles, metafile } = await bundle();
  const ofEntry = (file: string): string =>
    Object.entries(metafile.outputs).find(
      ([path, { entryPoint }]) => entryPoint?.endsWith(file) && path.endsWith(file.slice(-3).replace("tsx", "js")),
    )?.[0] ?? "";
  const scripts = [...new Set(withImports(metafile.outputs, ofEntry("main.tsx")))].map((path) => basename(path));
  const style = basename(ofEntry("style.css"));
  const links = scripts.slice(1).map((name) => `<link rel="modulepreload" href="/console/assets/${name}">`);
  const page = readFileSync(join(source, "index.html"), "utf8")
    .replace("<!-- preloads -->", links.join("\n"))
    .replace("main.tsx", `/console/assets/${scripts[0]}`)
    .replace("styles/style.css", `/console/assets/${style}`);
  const assets = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
  return { page, assets, first: [...scripts, style], metafile };
};

/** Builds the console into a folder; files of an earlier build stay, because an open page may still load them. */
export const writeConsole = async (dir: string): Promise<void> => {
  const { page, assets } = await buildConsole();
  mkdirSync(join(dir, "assets"), { recursive: true });
  for (const [name, bytes] of assets) writeFileSync(join(dir, "assets", name), bytes);
  writeFileSync(join(dir, "index.html"), page);
};

const newestOf = (dir: string): number =>
  readdirSync(dir, { recursive: true, encoding: "utf8" }).reduce((newest, file) => Math.max(newest, statSync(join(dir, file)).mtimeMs), 0);

const kept = new Map<string, { readonly newest: number; readonly written: Promise<void> }>();

/** Builds the console into a folder unless this process has built it since its source last changed. */
export const keepConsole = (dir: string): Promise<void> => {
  const newest = Math.max(newestOf(source), newestOf(join(root, "shared/client")));
  const known = kept.get(dir);
  if (known?.newest === newest) return known.written;
  const written = writeConsole(dir);
  // A build that failed is repeated at the next reload.
  written.catch(() => kept.delete(dir));
  kept.set(dir, { newest, written });
  return written;
};
