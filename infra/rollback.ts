// `npm run rollback -- prod [jobs/deliver …]`: returns functions that handle mail to their previous version, at once and without a deployment.
import { type Aws, aws } from "./aws-cli.ts";

interface AliasState {
  readonly FunctionVersion: string;
  /** Set while CodeDeploy sends part of the calls to a new version. */
  readonly RoutingConfig?: { readonly AdditionalVersionWeights?: Readonly<Record<string, number>> };
}

/** The stacks whose functions have aliases. */
const PARTS = ["jobs", "api-mail"];

/** The names of a stage's functions with an alias; an alias's id in CloudFormation is its ARN (AWS, "AWS::Lambda::Alias", return values). */
const aliasedFunctions = (aws: Aws, stage: string): readonly string[] =>
  PARTS.flatMap((part) => {
    const answer = aws("cloudformation", "describe-stack-resources", "--stack-name", `email-${stage}-${part}`);
    const { StackResources } = answer as { StackResources: readonly { ResourceType: string; PhysicalResourceId: string }[] };
    return StackResources.filter(({ ResourceType }) => ResourceType === "AWS::Lambda::Alias").map(
      ({ PhysicalResourceId }) => PhysicalResourceId.split(":")[6] ?? "",
    );
  });

/** The published version before `current`; undefined where there is none. */
const versionBefore = (aws: Aws, name: string, current: number): number | undefined => {
  const { Versions } = aws("lambda", "list-versions-by-function", "--function-name", name) as { Versions: readonly { Version: string }[] };
  return Versions.map(({ Version }) => Number(Version))
    .filter((version) => version < current)
    .toSorted((a, b) => b - a)[0];
};

const backOne = (aws: Aws, name: string): string => {
  const alias = ["--function-name", name, "--name", "live"];
  const { FunctionVersion, RoutingConfig } = aws("lambda", "get-alias", ...alias) as AliasState;
  const current = Number(FunctionVersion);
  // During a canary the alias still names the old version, and also sends calls to the new one.
  const shares = Object.keys(RoutingConfig?.AdditionalVersionWeights ?? {}).length > 0;
  const target = shares ? current : versionBefore(aws, name, current);
  if (target === undefined) return `stays at ${current}: there is no earlier version`;
  aws("lambda", "update-alias", ...alias, "--function-version", String(target), "--routing-config", "AdditionalVersionWeights={}");
  return shares ? `all calls to ${target} again: stop the deployment in CodeDeploy too` : `from ${current} to ${target}`;
};

/** Returns a stage's functions, or those named by id, to their previous version; one line for each. Throws for an id without versions. */
export const rollBack = (aws: Aws, stage: string, ids: readonly string[]): readonly string[] => {
  const functions = aliasedFunctions(aws, stage).map((name) => {
    const { Description } = aws("lambda", "get-function-configuration", "--function-name", name) as { Description: string };
    return { name, id: Description };
  });
  const unknown = ids.filter((id) => !functions.some((known) => known.id === id));
  if (unknown.length > 0)
    throw new Error(`no versions of ${unknown.join(", ")}; there are some of ${functions.map(({ id }) => id).join(", ")}`);
  return functions.filter(({ id }) => ids.length === 0 || ids.includes(id)).map(({ id, name }) => `${id}: ${backOne(aws, name)}`);
};

if (import.meta.main) {
  const [stage = "prod", ...ids] = process.argv.slice(2);
  try {
    process.stdout.write(`${rollBack(aws, stage, ids).join("\n")}\n`);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}
