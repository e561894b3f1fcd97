import { execFileSync } from "node:child_process";

/** Runs AWS's own command line and parses what it prints; throws when it fails. */
export type Aws = (...args: readonly string[]) => unknown;

/** The `aws` on this machine, with the operator's credentials. */
export const aws: Aws = (...args) => JSON.parse(execFileSync("aws", [...args, "--output", "json"], { encoding: "utf8" }) || "{}");
