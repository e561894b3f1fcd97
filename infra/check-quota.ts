// `npm run quota -- prod`: whether the account's concurrency carries a stage, asked of AWS before the first deployment.
import { execFileSync } from "node:child_process";
import type { Stage } from "./config.ts";
import { functionIds, reservedOf } from "./functions.ts";

/** What Lambda keeps for functions that reserve nothing (AWS, "Configuring reserved concurrency for a function"). */
const UNRESERVED = 100;

/** The executions at once that a stage reserves, and what the account must have for it. */
export const neededConcurrency = (stage: Stage): number => functionIds.reduce((sum, id) => sum + (reservedOf(id, stage) ?? 0), UNRESERVED);

/** What is wrong with an account's settings for the stage, in one sentence; undefined when nothing is. */
export const quotaProblem = (
  stage: Stage,
  settings: { readonly AccountLimit: { readonly UnreservedConcurrentExecutions: number } },
): string | undefined => {
  const [needed, free] = [neededConcurrency(stage), settings.AccountLimit.UnreservedConcurrentExecutions];
  if (free >= needed) return undefined;
  return `${stage} needs ${needed} concurrent executions and the account has ${free} left: ask for more under Service Quotas, Lambda, L-B99A9384`;
};

if (import.meta.main) {
  const stage = (process.argv[2] ?? "dev") as Stage;
  const settings = execFileSync("aws", ["lambda", "get-account-settings", "--output", "json"], { encoding: "utf8" });
  const problem = quotaProblem(stage, JSON.parse(settings));
  process.stdout.write(`${problem ?? `${stage}: ${neededConcurrency(stage)} concurrent executions are there`}\n`);
  process.exit(problem === undefined ? 0 : 1);
}
