import { execFileSync } from "node:child_process";

/** Runs AWS's command line and parses its output; throws when it fails. */
export type Aws = (...args: readonly string[]) => unknown;

/** The `aws` command of this machine, with the operator's credentials. */
export const aws: Aws = (...args) => {
  try {
    return JSON.parse(execFileSync("aws", [...args, "--output", "json"], { encoding: "utf8" }) || "{}") as unknown;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new Error("there is no command aws: install the AWS CLI, version 2 (docs.aws.amazon.com/cli), and configure it", {
      cause: error,
    });
  }
};
