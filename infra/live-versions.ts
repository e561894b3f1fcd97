// Which versions of the functions with an alias answer all calls, and which did after each deployment that ended well.
import type { Aws } from "./aws-cli.ts";
import { CANARIES } from "./functions.ts";

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
export const ALIAS_PARTS = ["jobs", "api-mail"];
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
export const isSame = (one: Versions | undefined, other: Versions): boolean =>
  one !== undefined && [...new Set([...Object.keys(one), ...Object.keys(other)])].every((id) => one[id] === other[id]);

/** Replaces the recorded deployments of a stage by `earlier`, with `now` as the newest one when it is given. */
export const writeRecord = (aws: Aws, stage: string, earlier: readonly Versions[], now?: Versions): void => {
  const record = now === undefined || isSame(earlier.at(-1), now) ? earlier : [...earlier, now];
  const value = ["--value", JSON.stringify(record.slice(-KEPT))];
  aws("ssm", "put-parameter", "--name", parameterOf(stage), "--type", "String", "--overwrite", ...value);
};

/** The versions of aliases, by the functions' ids. */
export const versionsOf = (aliases: readonly Pick<LiveAlias, "id" | "version">[]): Versions =>
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
