// Every package of the lock file says where it comes from and what its bytes hash to, so that `npm ci` installs these bytes or none.
// The lane "lock file" of .ci/run. What a package carries within itself (inBundle) is covered by that package's hash.
import { readFileSync } from "node:fs";

interface Entry {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly inBundle?: boolean;
  readonly optional?: boolean;
  readonly dev?: boolean;
  readonly os?: readonly string[];
}

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Entry> };
const listed = Object.entries(packages).filter(([path, { inBundle }]) => path !== "" && !inBundle);

const fromRegistry = ({ resolved = "" }: Entry) => resolved.startsWith("https://registry.npmjs.org/");
const hashed = ({ integrity = "" }: Entry) => integrity.startsWith("sha512-");
/** A development tool's binary for another platform, which the registry may not hold (.ci/fill-lock.ts): it is never installed here. */
const foreign = ({ optional, dev, os }: Entry) => optional === true && dev === true && os !== undefined;

const homeless = listed.filter(([, entry]) => !fromRegistry(entry));
const unhashed = listed.filter(([, entry]) => !hashed(entry) && !foreign(entry));
const elsewhere = listed.filter(([, entry]) => !hashed(entry) && foreign(entry));
for (const [path] of homeless) console.log(`${path}: no address in the registry`);
for (const [path] of unhashed) console.log(`${path}: no sha512`);
console.log(
  `lock file: ${listed.length} packages, ${homeless.length} without an address, ${unhashed.length} without a hash; ${elsewhere.length} binaries of other platforms that the registry did not hold`,
);
process.exit(homeless.length + unhashed.length === 0 ? 0 : 1);
