// `npm run rollback -- prod [jobs/deliver … | jobs/deliver=9 …]`: returns functions that handle mail to the versions of the last deployment that
// ended well, at once and without a deployment.
import { type Aws, aws } from "./aws-cli.ts";
import { CANARIES } from "./functions.ts";

// Which versions of the functions with an alias answer all calls, and which did after each deployment that ended well.

/** The version of each function, by its id. */
export type Versions = Readonly<Record<string, number>>;

/** A function's alias `live`. */
export interface LiveAlias {
  readonly id: string;
  readonly name: string;
  /** The version that gets all calls, or all but those that go to the new one while CodeDeploy deploys it. */
  readonly version: number;
  /** Whether part of the calls goes to a new version. */
  readonly isShared: boolean;
}

/** The stacks whose functions have aliases. */
const ALIAS_PARTS = ["jobs", "api-mail"];
/** As many deployments fit in a standard parameter of 4 KB (AWS, "Managing parameter tiers"). */
const KEPT = 20;

/** The names of a stack's functions with an alias, whose id in CloudFormation is its ARN (AWS, "AWS::Lambda::Alias", return values). */
const aliasedIn = (aws: Aws, stack: string): readonly string[] => {
  // DescribeStackResources ends after 100 resources; the command line reads every page of this one (AWS, "DescribeStackResources").
  const { StackResourceSummaries } = aws("cloudformation", "list-stack-resources", "--stack-name", stack) as {
    StackResourceSummaries: readonly { ResourceType: string; PhysicalResourceId?: string; ResourceStatus?: string }[];
  };
  return StackResourceSummaries.filter(
    ({ ResourceType, ResourceStatus }) => ResourceType === "AWS::Lambda::Alias" && ResourceStatus !== "DELETE_COMPLETE",
  ).map(({ PhysicalResourceId = "" }) => PhysicalResourceId.split(":")[6] ?? "");
};

const aliasOf = (aws: Aws, name: string): LiveAlias => {
  const { Description } = aws("lambda", "get-function-configuration", "--function-name", name) as { Description: string };
  const { FunctionVersion, RoutingConfig } = aws("lambda", "get-alias", "--function-name", name, "--name", "live") as {
    FunctionVersion: string;
    RoutingConfig?: { readonly AdditionalVersionWeights?: Readonly<Record<string, number>> };
  };
  const isShared = Object.keys(RoutingConfig?.AdditionalVersionWeights ?? {}).length > 0;
  return { id: Description, name, version: Number(FunctionVersion), isShared };
};

/** The aliases of a stage; fewer than CANARIES where a stack lacks one. Throws when AWS does not answer. */
export const liveAliases = (aws: Aws, stage: string): readonly LiveAlias[] =>
  ALIAS_PARTS.flatMap((part) => aliasedIn(aws, `email-${stage}-${part}`)).map((name) => aliasOf(aws, name));

const parameterOf = (stage: string) => `/email-service/${stage}/live-versions`;

/** The successful deployments that were not rolled back, newest last. */
export const readRecord = (aws: Aws, stage: string): readonly Versions[] => {
  const { Parameters = [] } = aws("ssm", "get-parameters", "--names", parameterOf(stage)) as { Parameters?: readonly { Value: string }[] };
  return Parameters[0] ? (JSON.parse(Parameters[0].Value) as Versions[]) : [];
};

/** Whether two deployments have the same versions. */
const isSame = (one: Versions | undefined, other: Versions): boolean =>
  one !== undefined && [...new Set([...Object.keys(one), ...Object.keys(other)])].every((id) => one[id] === other[id]);

/** Replaces the recorded deployments of a stage by `earlier`, with `now` as the newest one when it is given. */
const writeRecord = (aws: Aws, stage: string, earlier: readonly Versions[], now?: Versions): void => {
  const record = now === undefined || isSame(earlier.at(-1), now) ? earlier : [...earlier, now];
  const value = ["--value", JSON.stringify(record.slice(-KEPT))];
  aws("ssm", "put-parameter", "--name", parameterOf(stage), "--type", "String", "--overwrite", ...value);
};

/** The versions of aliases, by the functions' ids. */
const versionsOf = (aliases: readonly Pick<LiveAlias, "id" | "version">[]): Versions =>
  Object.fromEntries(aliases.map(({ id, version }) => [id, version]));

/** Records the live versions after a successful deployment. When they are not all of one deployment, records nothing and returns the reason. */
export const recordLive = (aws: Aws, stage: string): string | undefined => {
  const aliases = liveAliases(aws, stage);
  const shared = aliases.find(({ isShared }) => isShared);
  if (shared) return `${shared.id} sends part of its calls to another version`;
  const missing = [...CANARIES].filter((id) => !aliases.some((alias) => alias.id === id));
  if (missing.length > 0) return `no alias live of ${missing.join(", ")}`;
  writeRecord(aws, stage, readRecord(aws, stage), versionsOf(aliases));
  return undefined;
};

/** The result of a rollback: a line for each requested function, and whether all of them were rolled back. */
export interface Rollback {
  readonly lines: readonly string[];
  readonly isDone: boolean;
}

/**
 * The recorded deployments before the present one, the newest last. While one is under way, it is not recorded yet; nor is one that was made without
 * `npm run deploy`.
 */
const earlierThan = (record: readonly Versions[], aliases: readonly LiveAlias[]): readonly Versions[] => {
  if (aliases.some(({ isShared }) => isShared)) return record;
  const present = record.findLastIndex((entry) => isSame(entry, versionsOf(aliases)));
  return present < 0 ? record : record.slice(0, present);
};

/** Moves an alias back; returns a line about it. Throws when there is no earlier version, or AWS refuses. */
const moveBack = (aws: Aws, { id, name, version, isShared }: LiveAlias, wanted: number | undefined): string => {
  const target = wanted ?? (isShared ? version : undefined);
  if (target === undefined) throw new Error(`no earlier deployment is recorded; name a version: ${id}=N`);
  if (target === version && !isShared) return `${id}: stays at ${version}, as before this deployment`;
  const alias = ["--function-name", name, "--name", "live"];
  aws("lambda", "update-alias", ...alias, "--function-version", String(target), "--routing-config", "AdditionalVersionWeights={}");
  return isShared ? `${id}: all calls to ${target} again: stop the deployment in CodeDeploy too` : `${id}: from ${version} to ${target}`;
};

/** The ids to take back, each with the version that was named for it; without any, all. Throws for one that has no versions. */
const askedFor = (asked: readonly string[]): ReadonlyMap<string, number | undefined> => {
  const pairs = asked
    .map((one) => one.split("="))
    .map(([id = "", version]) => [id, version && Number(version)] as [string, number | undefined]);
  const known: ReadonlySet<string> = CANARIES;
  const unknown = pairs.filter(([id, version]) => !known.has(id) || (version !== undefined && !Number.isInteger(version)));
  if (unknown.length > 0)
    throw new Error(`no versions of ${unknown.map(([id]) => id).join(", ")}; there are some of ${[...CANARIES].join(", ")}`);
  return new Map(pairs.length > 0 ? pairs : [...CANARIES].map((id) => [id, undefined]));
};

/**
 * Rolls a stage's functions, or the named ones, back to the versions of the previous recorded deployment, and removes the newer deployments from the
 * record. A failure of one function does not stop the others. Throws for an id without versions, and when AWS does not answer at all.
 */
export const rollBack = (aws: Aws, stage: string, asked: readonly string[]): Rollback => {
  const wanted = askedFor(asked);
  const aliases = liveAliases(aws, stage);
  const record = readRecord(aws, stage);
  const earlier = earlierThan(record, aliases);
  const moved = new Map(aliases.map(({ id, version }) => [id, version]));
  const failed = new Set<string>();
  const lines = [...wanted].map(([id, version]) => {
    try {
      const alias = aliases.find((one) => one.id === id);
      if (!alias) throw new Error(`no alias live in ${ALIAS_PARTS.map((part) => `email-${stage}-${part}`).join(" or ")}`);
      const target = version ?? (alias.isShared ? alias.version : earlier.at(-1)?.[id]);
      const line = moveBack(aws, alias, target);
      if (target !== undefined) moved.set(id, target);
      return line;
    } catch (error) {
      failed.add(id);
      return `${id}: NOT taken back: ${(error as Error).message}`;
    }
  });
  // After a failed rollback the present versions are not a target: a repetition goes to the same deployment.
  if (earlier.length > 0 || failed.size === 0) writeRecord(aws, stage, earlier, failed.size === 0 ? Object.fromEntries(moved) : undefined);
  return { lines, isDone: failed.size === 0 };
};

if (import.meta.main) {
  const [stage = "prod", ...asked] = process.argv.slice(2);
  try {
    const { lines, isDone } = rollBack(aws, stage, asked);
    process.stdout.write(`${lines.join("\n")}\n`);
    if (!isDone) process.exitCode = 1;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
