import { execFileSync } from "node:child_process";

/** Runs AWS's command line and parses its output; throws when it fails. */
export type Aws = (...args: readonly string[]) => unknown;

/** What the command line may print, bytes: all functions of a large account with their variables are some megabytes, and Node's own limit is one. */
const MOST_BYTES = 64 * 2 ** 20;

/** The `aws` command of this machine, with the operator's credentials. */
export const aws: Aws = (...args) => {
  try {
    return JSON.parse(execFileSync("aws", [...args, "--output", "json"], { encoding: "utf8", maxBuffer: MOST_BYTES }) || "{}") as unknown;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new Error("there is no command aws: install the AWS CLI, version 2 (docs.aws.amazon.com/cli), and configure it", {
      cause: error,
    });
  }
};
