import { execFileSync } from "node:child_process";

/** Runs AWS's command line and parses its output; throws when it fails. */
export type Aws = (...args: readonly string[]) => unknown;

/** The `aws` command of this machine, with the operator's credentials. */
export const aws: Aws = (...args) => JSON.parse(execFileSync("aws", [...args, "--output", "json"], { encoding: "utf8" }) || "{}");
