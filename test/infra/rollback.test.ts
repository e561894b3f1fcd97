import { expect, it } from "vitest";
import type { Aws } from "#infra/aws-cli.ts";
import { CANARIES } from "#infra/functions.ts";
import { recordLive, rollBack, type Versions } from "#infra/rollback.ts";

interface AliasState {
  version: number;
  weights?: Record<string, number>;
}
type Aliases = Record<string, AliasState>;

const nameOf = (id: string) => `email-prod-${id.replace("/", "-")}`;
const partOf = (id: string) => `email-prod-${id.startsWith("jobs/") ? "jobs" : "api-mail"}`;
const optionOf = (args: readonly string[], name: string) => args[args.indexOf(name) + 1] ?? "";

/** As many resources as the stack of send has, of which the aliases come last. */
const STACK_SIZE = 299;

const resourcesOf = (aliases: Aliases, stack: string) => {
  const found = Object.keys(aliases)
    .filter((id) => partOf(id) === stack)
    .map((id) => ({ ResourceType: "AWS::Lambda::Alias", PhysicalResourceId: `arn:aws:lambda:r:1:function:${nameOf(id)}:live` }));
  const others = Array.from({ length: STACK_SIZE - found.length }, (_, n) => ({
    ResourceType: "AWS::Lambda::Function",
    PhysicalResourceId: `f${n}`,
  }));
  const gone = {
    ResourceType: "AWS::Lambda::Alias",
    PhysicalResourceId: "arn:aws:lambda:r:1:function:old:live",
    ResourceStatus: "DELETE_COMPLETE",
  };
  return [...others, gone, ...found];
};

/** AWS's command line over aliases and a parameter held in memory; `refuses` names a function whose alias cannot be moved. */
const startStub = (aliases: Aliases, recorded?: readonly Versions[], refuses?: string) => {
  const state = { parameter: recorded === undefined ? undefined : JSON.stringify(recorded) };
  const idOf = (name: string) => Object.keys(aliases).find((id) => nameOf(id) === name) ?? "";
  const aws: Aws = (...args) => {
    const alias = aliases[idOf(optionOf(args, "--function-name"))] ?? { version: 0 };
    switch (args[1]) {
      case "describe-stack-resources":
        // AWS, "DescribeStackResources": the first 100 alone.
        return { StackResources: resourcesOf(aliases, optionOf(args, "--stack-name")).slice(0, 100) };
      case "list-stack-resources":
        return { StackResourceSummaries: resourcesOf(aliases, optionOf(args, "--stack-name")) };
      case "get-function-configuration":
        return { Description: idOf(optionOf(args, "--function-name")) };
      case "get-alias":
        return { FunctionVersion: String(alias.version), RoutingConfig: { AdditionalVersionWeights: alias.weights ?? {} } };
      case "get-parameters":
        return { Parameters: state.parameter === undefined ? [] : [{ Value: state.parameter }] };
      case "put-parameter":
        expect(optionOf(args, "--name")).toBe("/email-service/prod/live-versions");
        state.parameter = optionOf(args, "--value");
        return {};
      case "update-alias":
        if (idOf(optionOf(args, "--function-name")) === refuses) throw new Error("TooManyRequestsException");
        expect(optionOf(args, "--routing-config")).toBe("AdditionalVersionWeights={}");
        aliases[idOf(optionOf(args, "--function-name"))] = { version: Number(optionOf(args, "--function-version")) };
        return {};
      default:
        throw new Error(args.join(" "));
    }
  };
  return { aws, recorded: () => JSON.parse(state.parameter ?? "[]") as Versions[] };
};

const ids = [...CANARIES];
/** Every function at one version, but for those given. */
const all = (version: number, others: Versions = {}): Versions => ({ ...Object.fromEntries(ids.map((id) => [id, version])), ...others });
const live = (versions: Versions): Aliases => Object.fromEntries(Object.entries(versions).map(([id, version]) => [id, { version }]));
const versionsOf = (aliases: Aliases) => Object.fromEntries(Object.entries(aliases).map(([id, { version }]) => [id, version]));

it("takes every function of the stage back, those too that stand behind a stack's first hundred resources", () => {
  const aliases = live(all(12));
  const { aws } = startStub(aliases, [all(9), all(12)]);

  const { lines, isDone } = rollBack(aws, "prod", []);

  expect(lines.toSorted()).toEqual(ids.map((id) => `${id}: from 12 to 9`).toSorted());
  expect(isDone).toBe(true);
  expect(versionsOf(aliases)).toEqual(all(9));
});

it.each<[string, readonly Versions[], Versions, Versions]>([
  ["passes over a version that CodeDeploy refused, which no deployment recorded", [all(9), all(12)], all(12), all(9)],
  ["goes one deployment further back each time", [all(7), all(9)], all(9), all(7)],
  ["goes to the last that is recorded from one that is not", [all(7), all(9)], all(13), all(9)],
  ["takes back the one stack that a deployment had reached", [all(9), all(12)], all(12, { "jobs/deliver": 13 }), all(12)],
  [
    "leaves a function where it was in both deployments",
    [all(9, { "sending/send": 4 }), all(12, { "sending/send": 4 })],
    all(12, { "sending/send": 4 }),
    all(9, { "sending/send": 4 }),
  ],
])("%s", (_, recorded, before, after) => {
  const aliases = live(before);

  expect(rollBack(startStub(aliases, recorded).aws, "prod", []).isDone).toBe(true);
  expect(versionsOf(aliases)).toEqual(after);
});

it("forgets what it took back: after a fix that failed too, it is not where the next one goes", () => {
  const aliases = live(all(12));
  const { aws, recorded } = startStub(aliases, [all(9), all(12)]);
  rollBack(aws, "prod", []);
  expect(recorded()).toEqual([all(9)]);

  Object.assign(aliases, live(all(14)));
  expect(recordLive(aws, "prod")).toBeUndefined();
  rollBack(aws, "prod", []);

  expect(versionsOf(aliases)).toEqual(all(9));
});

it("takes just the function that is named, and the whole stage from there", () => {
  const aliases = live(all(12));
  const { aws, recorded } = startStub(aliases, [all(9), all(12)]);

  expect(rollBack(aws, "prod", ["sending/send"]).lines).toEqual(["sending/send: from 12 to 9"]);
  expect(recorded().at(-1)).toEqual(all(12, { "sending/send": 9 }));
  rollBack(aws, "prod", []);
  expect(versionsOf(aliases)).toEqual(all(9));
});

it("goes to a version that is named, recorded or not", () => {
  const aliases = live(all(12));

  expect(rollBack(startStub(aliases).aws, "prod", ["jobs/deliver=3"])).toMatchObject({
    lines: ["jobs/deliver: from 12 to 3"],
    isDone: true,
  });
});

it("ends a canary at the old version, which the alias still names, and takes back what was through with its own", () => {
  const aliases = { ...live(all(9)), "jobs/deliver": { version: 9, weights: { 12: 0.1 } }, "jobs/probe": { version: 12 } };

  const { lines } = rollBack(startStub(aliases, [all(7), all(9)]).aws, "prod", []);

  expect(lines).toContain("jobs/deliver: all calls to 9 again: stop the deployment in CodeDeploy too");
  expect(lines).toContain("jobs/probe: from 12 to 9");
  expect(lines).toContain("sending/send: stays at 9, as before this deployment");
  expect(versionsOf(aliases)).toEqual(all(9));
});

it("ends a canary of one function alone, and leaves all others at the last deployment that ended well", () => {
  const aliases = { ...live(all(9)), "jobs/deliver": { version: 9, weights: { 12: 0.1 } } };

  const { lines } = rollBack(startStub(aliases, [all(7), all(9)]).aws, "prod", []);

  expect(lines).toContain("sending/send: stays at 9, as before this deployment");
  expect(versionsOf(aliases)).toEqual(all(9));
});

it.each<[string, Aliases, readonly Versions[] | undefined, string]>([
  [
    "a function that the stacks lack",
    live({ "jobs/deliver": 12 }),
    [all(9), all(12)],
    "sending/send: NOT taken back: no alias live in email-prod-jobs or email-prod-api-mail",
  ],
  [
    "nothing recorded",
    live(all(12)),
    undefined,
    "jobs/deliver: NOT taken back: no earlier deployment is recorded; name a version: jobs/deliver=N",
  ],
  [
    "one deployment recorded",
    live(all(12)),
    [all(12)],
    "jobs/probe: NOT taken back: no earlier deployment is recorded; name a version: jobs/probe=N",
  ],
])("fails, and names the function, with %s", (_, aliases, recorded, line) => {
  const { lines, isDone } = rollBack(startStub(aliases, recorded).aws, "prod", []);

  expect(lines).toContain(line);
  expect(isDone).toBe(false);
});

it("takes back all others where AWS refuses one, fails, and can be repeated", () => {
  const aliases = live(all(12));
  const { aws, recorded } = startStub(aliases, [all(9), all(12)], "jobs/probe");

  const { lines, isDone } = rollBack(aws, "prod", []);

  expect(isDone).toBe(false);
  expect(lines).toContain("jobs/probe: NOT taken back: TooManyRequestsException");
  expect(versionsOf(aliases)).toEqual(all(9, { "jobs/probe": 12 }));
  rollBack(startStub(aliases, recorded()).aws, "prod", []);
  expect(versionsOf(aliases)).toEqual(all(9));
});

it("never goes to the mixture that a failed rollback left, not from a fix that failed too either", () => {
  const aliases = live(all(12));
  const { aws, recorded } = startStub(aliases, [all(9), all(12)], "jobs/probe");
  expect(rollBack(aws, "prod", []).isDone).toBe(false);
  Object.assign(aliases, live(all(14)));

  rollBack(startStub(aliases, recorded()).aws, "prod", []);

  expect(versionsOf(aliases)).toEqual(all(9));
});

it("changes nothing where an id has no versions", () => {
  const aliases = live(all(12));

  expect(() => rollBack(startStub(aliases, [all(9)]).aws, "prod", ["jobs/deliver", "auth/login"])).toThrow("no versions of auth/login");
  expect(versionsOf(aliases)).toEqual(all(12));
});

it("records no deployment that is under way, none twice, and twenty at most", () => {
  const under = startStub({ ...live(all(9)), "jobs/deliver": { version: 9, weights: { 12: 0.1 } } }, [all(7)]);
  expect(recordLive(under.aws, "prod")).toBe("jobs/deliver sends part of its calls to another version");
  expect(under.recorded()).toEqual([all(7)]);

  const many = Array.from({ length: 20 }, (_, n) => all(n + 1));
  const { aws, recorded } = startStub(live(all(20)), many);
  recordLive(aws, "prod");
  expect(recorded()).toEqual(many);

  const next = startStub(live(all(2_000_000)), many);
  recordLive(next.aws, "prod");
  expect(next.recorded()).toEqual([...many.slice(1), all(2_000_000)]);
  // AWS, "Managing parameter tiers": 4 KB of a standard parameter.
  expect(JSON.stringify(next.recorded()).length).toBeLessThan(4_096);
});
