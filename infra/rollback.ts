// `npm run rollback -- prod [jobs/deliver … | jobs/deliver=9 …]`: returns functions that handle mail to the versions of the last deployment that
// ended well, at once and without a deployment.
import { type Aws, aws } from "./aws-cli.ts";
import { CANARIES } from "./functions.ts";
import { ALIAS_PARTS, isSame, type LiveAlias, liveAliases, readRecord, type Versions, versionsOf, writeRecord } from "./live-versions.ts";

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
