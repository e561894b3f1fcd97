import { expect, it } from "vitest";
import type { Aws } from "#infra/aws-cli.ts";
import { rollBack } from "#infra/rollback.ts";

const names: Readonly<Record<string, string>> = { "fn-deliver": "jobs/deliver", "fn-send": "sending/send" };
const arnOf = (name: string) => `arn:aws:lambda:eu-central-1:123456789012:function:${name}:live`;

/** AWS's command line over aliases held in memory. */
const stub = (aliases: Record<string, { version: number; weights?: Record<string, number>; versions: readonly number[] }>): Aws => {
  const valueOf = (args: readonly string[], name: string) => args[args.indexOf(name) + 1] ?? "";
  return (...args) => {
    const name = valueOf(args, "--function-name");
    const alias = aliases[name] ?? { version: 0, versions: [] };
    switch (args[1]) {
      case "describe-stack-resources": {
        const wanted = valueOf(args, "--stack-name") === "email-prod-jobs" ? "fn-deliver" : "fn-send";
        const other = { ResourceType: "AWS::Lambda::Function", PhysicalResourceId: wanted };
        return { StackResources: [other, { ResourceType: "AWS::Lambda::Alias", PhysicalResourceId: arnOf(wanted) }] };
      }
      case "get-function-configuration":
        return { Description: names[name] };
      case "get-alias":
        return { FunctionVersion: String(alias.version), RoutingConfig: { AdditionalVersionWeights: alias.weights ?? {} } };
      case "list-versions-by-function":
        return { Versions: [{ Version: "$LATEST" }, ...alias.versions.map((version) => ({ Version: String(version) }))] };
      case "update-alias":
        expect(valueOf(args, "--routing-config")).toBe("AdditionalVersionWeights={}");
        aliases[name] = { versions: alias.versions, version: Number(valueOf(args, "--function-version")) };
        return {};
      default:
        throw new Error(args.join(" "));
    }
  };
};

it("takes every aliased function back to the version before", () => {
  const aliases = { "fn-deliver": { version: 12, versions: [3, 9, 12] }, "fn-send": { version: 4, versions: [4] } };

  expect(rollBack(stub(aliases), "prod", [])).toEqual([
    "jobs/deliver: from 12 to 9",
    "sending/send: stays at 4: there is no earlier version",
  ]);
  expect(aliases["fn-deliver"].version).toBe(9);
});

it("takes just the function that is named", () => {
  const aliases = { "fn-deliver": { version: 2, versions: [1, 2] }, "fn-send": { version: 2, versions: [1, 2] } };

  expect(rollBack(stub(aliases), "prod", ["sending/send"])).toEqual(["sending/send: from 2 to 1"]);
  expect(aliases["fn-deliver"].version).toBe(2);
});

it("ends a canary at the old version, which the alias still names", () => {
  const aliases = { "fn-deliver": { version: 2, weights: { 3: 0.1 }, versions: [1, 2, 3] }, "fn-send": { version: 1, versions: [1] } };

  expect(rollBack(stub(aliases), "prod", ["jobs/deliver"])).toEqual([
    "jobs/deliver: all calls to 2 again: stop the deployment in CodeDeploy too",
  ]);
});

it("changes nothing where an id has no versions", () => {
  const aliases = { "fn-deliver": { version: 2, versions: [1, 2] }, "fn-send": { version: 2, versions: [1, 2] } };

  expect(() => rollBack(stub(aliases), "prod", ["jobs/deliver", "auth/login"])).toThrow("no versions of auth/login");
  expect(aliases["fn-deliver"].version).toBe(2);
});
