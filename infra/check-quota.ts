// `npm run quota -- prod`: whether the account's concurrency carries a stage, asked of AWS, and what its cluster carries.
import { App } from "aws-cdk-lib";
import { type Aws, aws } from "./aws-cli.ts";
import { carriedBy, clusters } from "./clusters.ts";
import { configOf, type StageConfig } from "./config.ts";
import { functionIds, mostConnections, reservedOf } from "./functions.ts";

/** What Lambda keeps for functions that reserve nothing (AWS, "Configuring reserved concurrency for a function"). */
const LEAST_UNRESERVED = 100;

type Sized = Pick<StageConfig, "stage" | "cluster">;

/** The executions at once that a stage's jobs reserve, and those that API Gateway lets through to the functions that reserve nothing. */
export const neededConcurrency = (config: Sized): { readonly reserved: number; readonly shared: number } => ({
  reserved: functionIds.reduce((sum, id) => sum + (reservedOf(id, config) ?? 0), 0),
  shared: Math.max(LEAST_UNRESERVED, clusters[config.cluster].throttle.burst),
});

/** What the stage's functions reserve already; 0 before its first deployment. */
const reservedBy = (aws: Aws, stage: string): number => {
  const { Functions } = aws("lambda", "list-functions") as { Functions: readonly { FunctionName: string }[] };
  return Functions.filter(({ FunctionName }) => FunctionName.startsWith(`email-${stage}-`)).reduce((sum, { FunctionName }) => {
    const { ReservedConcurrentExecutions = 0 } = aws("lambda", "get-function-concurrency", "--function-name", FunctionName) as {
      ReservedConcurrentExecutions?: number;
    };
    return sum + ReservedConcurrentExecutions;
  }, 0);
};

/** What is wrong with an account's settings for the stage, in one sentence; undefined when nothing is. What the stage reserves already counts as free. */
export const quotaProblem = (config: Sized, aws: Aws): string | undefined => {
  const { reserved, shared } = neededConcurrency(config);
  const settings = aws("lambda", "get-account-settings") as { AccountLimit: { UnreservedConcurrentExecutions: number } };
  const free = settings.AccountLimit.UnreservedConcurrentExecutions + reservedBy(aws, config.stage);
  if (free >= reserved + shared) return undefined;
  return `${config.stage} needs ${reserved + shared} concurrent executions and the account has ${free} for it: ask for more under Service Quotas, Lambda, L-B99A9384`;
};

/** What a stage may be asked for, in one sentence. */
export const capacityOf = (config: Sized): string => {
  const { mailboxes, emailsADay } = carriedBy(config.cluster);
  const [most, limit] = [mostConnections(config), clusters[config.cluster].connections];
  return `${config.cluster}: ${mailboxes.toLocaleString("en")} mailboxes polled every two minutes or ${emailsADay.toLocaleString("en")} emails a day, with at most ${most.toLocaleString("en")} of ${limit.toLocaleString("en")} connections`;
};

if (import.meta.main) {
  const config = configOf(new App({ context: { stage: process.argv[2] ?? "dev" } }));
  const problem = config.reserveConcurrency ? quotaProblem(config, aws) : undefined;
  process.stdout.write(`${problem ?? `${config.stage}: the account's concurrency is enough`}\n${capacityOf(config)}\n`);
  process.exit(problem === undefined ? 0 : 1);
}
