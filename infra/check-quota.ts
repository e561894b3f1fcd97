// `npm run quota -- prod [MAILBOXES EMAILS_A_DAY]`: checks whether the AWS account's concurrency is enough for a stage, and prints what its cluster can carry,
// and when its disk is full: at that load, else at the example's of infra/cost/README.md.
import { App } from "aws-cdk-lib";
import { type Aws, aws } from "./aws-cli.ts";
import { carriedBy, clusters, configOf } from "./config.ts";
import { diskSentence, EXAMPLE, type Load } from "./disk.ts";
import { functionIds, mostConnections, reservedOf, type Sized } from "./functions.ts";

/** The concurrency that Lambda keeps for functions without a reservation (AWS, "Configuring reserved concurrency for a function"). */
const LEAST_UNRESERVED = 100;

/** The concurrency that a stage's jobs reserve, and what API Gateway's throttle lets through to functions without a reservation. */
export const neededConcurrency = (config: Sized): { readonly reserved: number; readonly shared: number } => ({
  reserved: functionIds.reduce((sum, id) => sum + (reservedOf(id, config) ?? 0), 0),
  shared: Math.max(LEAST_UNRESERVED, clusters[config.cluster].throttle.burst),
});

/** The concurrency that the stage's functions reserve now; 0 before its first deployment. */
const reservedBy = (aws: Aws, stage: string): number => {
  const { Functions } = aws("lambda", "list-functions") as { Functions: readonly { FunctionName: string }[] };
  return Functions.filter(({ FunctionName }) => FunctionName.startsWith(`email-${stage}-`)).reduce((sum, { FunctionName }) => {
    const { ReservedConcurrentExecutions = 0 } = aws("lambda", "get-function-concurrency", "--function-name", FunctionName) as {
      ReservedConcurrentExecutions?: number;
    };
    return sum + ReservedConcurrentExecutions;
  }, 0);
};

/**
 * The fault in an AWS account's concurrency limits for the stage, in one sentence; undefined for none. The stage's present reservations count as
 * free.
 */
export const quotaProblem = (config: Sized, aws: Aws): string | undefined => {
  const { reserved, shared } = neededConcurrency(config);
  const settings = aws("lambda", "get-account-settings") as { AccountLimit: { UnreservedConcurrentExecutions: number } };
  const free = settings.AccountLimit.UnreservedConcurrentExecutions + reservedBy(aws, config.stage);
  if (free >= reserved + shared) return undefined;
  return `${config.stage} needs ${reserved + shared} concurrent executions and the account has ${free} for it: ask for more under Service Quotas, Lambda, L-B99A9384`;
};

/** What load a stage can carry, in one sentence. */
export const capacityOf = (config: Sized): string => {
  const { mailboxes, emailsADay } = carriedBy(config.cluster);
  const [most, limit] = [mostConnections(config), clusters[config.cluster].connections];
  return `${config.cluster}: ${mailboxes.toLocaleString("en")} mailboxes polled every two minutes or ${emailsADay.toLocaleString("en")} emails a day, with at most ${most.toLocaleString("en")} of ${limit.toLocaleString("en")} connections`;
};

/** How many mailboxes a call of start-sync queues within half of its minute, by `npm run simulate`. */
const MAILBOXES_A_CALL = 500_000;

/** How many calls of start-sync share a round of so many mailboxes. */
export const pollCallsFor = (mailboxes: number): number => Math.max(1, Math.ceil(mailboxes / MAILBOXES_A_CALL));

/** Whether the calls of start-sync suffice for so many mailboxes, in one sentence. */
export const pollCallsSentence = ({ pollCalls = 1 }: Sized, { mailboxes }: Load): string => {
  const needed = pollCallsFor(mailboxes);
  const asked = `start-sync: ${needed} ${needed === 1 ? "call" : "calls"} a minute for ${mailboxes.toLocaleString("en")} mailboxes`;
  return needed <= pollCalls ? `${asked}, and it has ${pollCalls}` : `${asked}: set pollCalls to ${needed} (infra/config.ts)`;
};

/** The load in the command's arguments, else the example's; throws for what is no number. */
const loadIn = (given: readonly string[]): Load => {
  if (given.length === 0) return EXAMPLE;
  const [mailboxes = Number.NaN, emailsADay = Number.NaN] = given.map(Number);
  if (!(mailboxes >= 0 && emailsADay >= 0)) throw new Error("npm run quota -- STAGE MAILBOXES EMAILS_A_DAY takes two numbers");
  return { mailboxes, emailsADay };
};

if (import.meta.main) {
  const [stage = "dev", ...given] = process.argv.slice(2);
  const config = configOf(new App({ context: { stage } }));
  const load = loadIn(given);
  process.stdout.write(`${capacityOf(config)}\n${pollCallsSentence(config, load)}\n${diskSentence(config, load)}\n`);
  try {
    const problem = config.reserveConcurrency ? quotaProblem(config, aws) : undefined;
    process.stdout.write(`${problem ?? `${config.stage}: the account's concurrency is enough`}\n`);
    process.exitCode = problem === undefined ? 0 : 1;
  } catch (error) {
    process.stderr.write(`AWS was not asked: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
