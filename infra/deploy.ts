// `npm run deploy -- -c stage=prod`: says what it will do, deploys, tries the stage where SMOKE_KEY is set, and records what answers then.
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { App } from "aws-cdk-lib";
import { type Aws, aws } from "./aws-cli.ts";
import { configOf, type StageConfig } from "./config.ts";
import { CANARIES } from "./functions.ts";
import { type LiveAlias, liveAliases, readRecord, recordLive, rollBack } from "./rollback.ts";
import { MAIL_WITHIN_MS, smoke, STEP_MS } from "./smoke.ts";

/** The dependencies of a deployment; a test replaces them. */
export interface Deployment {
  readonly config: StageConfig;
  readonly aws: Aws;
  /** Runs `cdk deploy`; answers its exit code and what it printed. */
  readonly cdk: () => Promise<{ readonly code: number; readonly printed: string }>;
  /** Sends through the stage at `url` and reads it; throws when a step fails. Absent without SMOKE_KEY. */
  readonly smoke?: (url: string) => Promise<void>;
  readonly print: (line: string) => void;
  readonly waitMs: number;
}

/**
 * Temporary errors of API Gateway and CloudFormation (AWS, "Amazon API Gateway quotas"; "CreateRoute", errors 409 and 429). Repeating the deployment
 * does not change what it has already created.
 */
const PASSING = /ConflictException|concurrent modification|TooManyRequestsException|Rate exceeded|Throttling/;
const TRIES = 3;
const WAIT_MS = 60_000;
/** The calls a minute from which a canary sees three failures a minute among a tenth of them (infra/constructs/service-function.ts). */
const SEEN_BY_CANARY = 30;

/** The address of a deployed stage; undefined before its first deployment. */
const urlOf = ({ aws, config }: Deployment): string | undefined => {
  try {
    const { Stacks } = aws("cloudformation", "describe-stacks", "--stack-name", `email-${config.stage}-api`) as {
      Stacks: readonly { readonly Outputs?: readonly { readonly OutputKey: string; readonly OutputValue: string }[] }[];
    };
    return Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === "Url")?.OutputValue;
  } catch (error) {
    if (/does not exist/.test((error as Error).message)) return undefined;
    throw error;
  }
};

/** The calls of a function in the last hour, a minute. */
const callsAMinute = (aws: Aws, { name }: LiveAlias): number => {
  const [end, begin] = [new Date(), new Date(Date.now() - 3_600_000)].map((at) => at.toISOString());
  const counted = ["--namespace", "AWS/Lambda", "--metric-name", "Invocations", "--statistics", "Sum", "--period", "3600"];
  const span = ["--dimensions", `Name=FunctionName,Value=${name}`, "--start-time", `${begin}`, "--end-time", `${end}`];
  const { Datapoints = [] } = aws("cloudwatch", "get-metric-statistics", ...counted, ...span) as {
    Datapoints?: readonly { readonly Sum: number }[];
  };
  return Math.round(Datapoints.reduce((sum, { Sum }) => sum + Sum, 0) / 60);
};

/** The functions whose canary gets too few calls to be judged, in words. */
const blindCanaries = (aws: Aws, aliases: readonly LiveAlias[]): readonly string[] =>
  aliases.flatMap((alias) => {
    const calls = callsAMinute(aws, alias);
    return calls < SEEN_BY_CANARY ? [`${alias.id} (${calls})`] : [];
  });

const rolloutText = ({ rollout }: StageConfig): string =>
  rollout === "canary"
    ? `new versions of ${[...CANARIES].join(", ")} get a tenth of the calls for five minutes, then all; CodeDeploy takes one back whose alarm rings`
    : rollout === "all-at-once"
      ? "new versions get all calls at once, and no alarm takes one back: for an emergency"
      : "functions change at once; there is no version to go back to";

/** Prints what will happen; answers the stage's address where it is deployed. Throws when that would deploy untried code to a stage with canaries. */
const announce = (deployment: Deployment): string | undefined => {
  const { config, aws, print } = deployment;
  const { Account, Arn } = aws("sts", "get-caller-identity") as { Account: string; Arn: string };
  const url = urlOf(deployment);
  print(
    `stage ${config.stage} in account ${Account}, region ${process.env["AWS_REGION"] ?? process.env["AWS_DEFAULT_REGION"] ?? "of your profile"}, as ${Arn}`,
  );
  print(url === undefined ? "its first deployment" : `it answers at ${url}`);
  print(
    "secrets, messaging and api; then jobs, whose first step brings the database about; then api-mail, api-account, api-agents, api-team and monitoring",
  );
  print(rolloutText(config));
  if (config.rollout === "direct" || url === undefined) return url;
  print(`to go back to: ${readRecord(aws, config.stage).length} recorded deployments`);
  const blind = config.rollout === "canary" ? blindCanaries(aws, liveAliases(aws, config.stage)) : [];
  if (blind.length === 0) return url;
  print(`fewer than ${SEEN_BY_CANARY} calls a minute, so a canary sees nothing of ${blind.join(", ")}`);
  if (!deployment.smoke)
    throw new Error("too few calls for the canary, and no SMOKE_KEY for a try: set it (infra/pipeline.md), or give -c rollout=all-at-once");
  print("so an email is sent and read before and after; if only the latter fails, the versions go back");
  return url;
};

/** Runs the CDK; repeats it after a temporary error. */
const deployStacks = async ({ cdk, print, waitMs }: Deployment): Promise<number> => {
  for (let tries = 1; ; tries += 1) {
    const { code, printed } = await cdk();
    const [passing] = PASSING.exec(printed) ?? [];
    if (code === 0 || passing === undefined || tries === TRIES) return code;
    print(`${passing} passes by itself: once more in ${waitMs / 1000} s`);
    await sleep(waitMs);
  }
};

/** Why the stage does not work; undefined when it does, or nothing can be tried. */
const failureOf = async ({ smoke: attempt }: Deployment, url: string | undefined): Promise<string | undefined> =>
  url === undefined || !attempt
    ? undefined
    : attempt(url).then(
        () => undefined,
        (error: Error) => error.message,
      );

const goBack = ({ aws, config, print }: Deployment): void => {
  print("the new versions go back, for the ones before passed the same try");
  const { lines, isDone } = rollBack(aws, config.stage, []);
  for (const line of lines) print(line);
  if (!isDone) print("NOT all are back: repeat `npm run rollback`, or deploy the previous commit");
};

/** Deploys a stage; returns the exit code. Throws when AWS does not answer, and when the deployment may not begin. */
export const deploy = async (deployment: Deployment): Promise<number> => {
  const { config, aws, print } = deployment;
  const url = announce(deployment);
  const hasVersions = config.rollout !== "direct";
  const failedBefore = await failureOf(deployment, url);
  if (failedBefore !== undefined) print(`before the deployment already: ${failedBefore}`);
  // The answering versions may have been deployed by other means; if they work, a rollback may return to them, too.
  else if (hasVersions && url !== undefined) recordLive(aws, config.stage);
  const code = await deployStacks(deployment);
  if (code !== 0) return code;
  const failed = await failureOf(deployment, urlOf(deployment));
  if (failed !== undefined) {
    print(failed);
    if (failedBefore === undefined && url !== undefined && hasVersions) goBack(deployment);
    return 1;
  }
  const unrecorded = hasVersions ? recordLive(aws, config.stage) : undefined;
  if (unrecorded !== undefined) print(`NOT recorded as a deployment to go back to: ${unrecorded}`);
  return unrecorded === undefined ? 0 : 1;
};

/** Runs the CDK's command line with the output in the terminal; the two stacks of routes wait for each other, the others need not. */
const runCdk = (given: readonly string[]) => async (): Promise<{ code: number; printed: string }> => {
  const words = ["deploy", "--all", "--concurrency", "2", "--require-approval", "never", "--progress", "events", ...given];
  const child = spawn("cdk", words, { stdio: ["inherit", "pipe", "pipe"] });
  let printed = "";
  for (const [from, to] of [[child.stdout, process.stdout] as const, [child.stderr, process.stderr] as const])
    from.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      to.write(text);
    });
  const code = await new Promise<number>((done) => child.once("error", () => done(1)).once("close", (status) => done(status ?? 1)));
  return { code, printed };
};

/** The settings of the stage that the CDK's own options name. */
const configIn = (given: readonly string[]): StageConfig => {
  const { values } = parseArgs({ args: [...given], options: { context: { type: "string", short: "c", multiple: true } }, strict: false });
  const pairs = ((values["context"] ?? []) as string[]).map((pair) => pair.split("=", 2) as [string, string]);
  return configOf(new App({ context: Object.fromEntries(pairs) }));
};

if (import.meta.main) {
  const given = process.argv.slice(2);
  const print = (line: string) => void process.stdout.write(`deploy: ${line}\n`);
  const key = process.env["SMOKE_KEY"]?.trim() ?? "";
  const attempt = (url: string) => smoke({ url, key, quick: false, mailWithinMs: MAIL_WITHIN_MS, stepMs: STEP_MS, print });
  try {
    const config = configIn(given);
    process.exitCode = await deploy({ config, aws, cdk: runCdk(given), ...(key !== "" && { smoke: attempt }), print, waitMs: WAIT_MS });
  } catch (error) {
    print(`stopped: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
