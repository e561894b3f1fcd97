// After `npm install` against a registry that lacks some platforms' binaries: npm leaves their optional packages out of the lock file, and
// `npm ci` then refuses it. This writes them in as what they are, optional and for another platform, and each package's address:
// `node .ci/fill-lock.ts`. `.ci/check-lock.ts` checks the result.
import { readFileSync, writeFileSync } from "node:fs";

interface Entry {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly inBundle?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const FILE = "package-lock.json";
const systems = new Set(["darwin", "win32", "linux", "android", "freebsd", "openharmony", "netbsd", "openbsd", "sunos", "aix"]);
const processors = new Set(["arm64", "x64", "ia32", "arm", "ppc64", "s390x", "riscv64", "loong64", "mips64el"]);

const lock = JSON.parse(readFileSync(FILE, "utf8")) as { packages: Record<string, Entry> };
const { packages } = lock;

/** Whether a package at `path` finds `name` in its own or an outer node_modules. */
const isThere = (path: string, name: string): boolean => {
  if (packages[`${path === "" ? "" : `${path}/`}node_modules/${name}`]) return true;
  return path !== "" && isThere(path.slice(0, Math.max(0, path.lastIndexOf("/node_modules/"))), name);
};

for (const [path, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
  for (const [name, range] of Object.entries(optionalDependencies)) {
    const words = name.split(/[/-]/);
    const os = words.find((word) => systems.has(word));
    const cpu = words.find((word) => processors.has(word));
    if (isThere(path, name) || !os || !cpu) continue;
    const libc = os === "linux" ? { libc: [name.includes("musl") ? "musl" : "glibc"] } : {};
    packages[`node_modules/${name}`] = {
      version: range.replace(/^[\^~]/, ""),
      cpu: [cpu],
      ...(dev && { dev }),
      optional: true,
      os: [os],
      ...libc,
    };
  }
}
/** Where npm's registry keeps a package: npm leaves the address out when the machine's own settings say so. */
const addressOf = (name: string, version: string) => `https://registry.npmjs.org/${name}/-/${name.split("/").at(-1)}-${version}.tgz`;
for (const [path, entry] of Object.entries(packages)) {
  const { version, resolved, inBundle, integrity, ...rest } = entry;
  if (path === "" || inBundle || resolved !== undefined || version === undefined) continue;
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  packages[path] = { version, resolved: addressOf(name, version), ...(integrity !== undefined && { integrity }), ...rest };
}
lock.packages = Object.fromEntries(Object.entries(packages).toSorted(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
