import { App } from "aws-cdk-lib";
import { describe, expect, it } from "vitest";
import type { Aws } from "#infra/aws-cli.ts";
import { configOf } from "#infra/config.ts";
import { deploy, type Deployment } from "#infra/deploy.ts";
import { CANARIES } from "#infra/functions.ts";

const URL = "https://api.example.com";
const NEW = 12;

/** A stage whose functions are at version 9 until the CDK has run; `callsAMinute` of each function. */
const startStage = ({ isThere = true, callsAMinute = 100 } = {}) => {
  const versions: Record<string, number> = Object.fromEntries([...CANARIES].map((id) => [id, 9]));
  const state = { record: "[]", isThere, runs: 0 };
  const valueOf = (args: readonly string[], name: string) => args[args.indexOf(name) + 1] ?? "";
  const aws: Aws = (...args) => {
    const id = valueOf(args, "--function-name").replace("-", "/");
    const part = valueOf(args, "--stack-name").replace("email-prod-", "");
    switch (args[1]) {
      case "get-caller-identity":
        return { Account: "123456789012", Arn: "arn:aws:iam::123456789012:user/x" };
      case "describe-stacks":
        if (!state.isThere) throw new Error("Stack with id email-prod-api does not exist");
        return { Stacks: [{ Outputs: [{ OutputKey: "Url", OutputValue: URL }] }] };
      case "list-stack-resources":
        return {
          StackResourceSummaries: [...CANARIES]
            .filter((known) => known.startsWith("jobs/") === (part === "jobs"))
            .map((known) => ({
              ResourceType: "AWS::Lambda::Alias",
              PhysicalResourceId: `arn:aws:lambda:r:1:function:${known.replace("/", "-")}:live`,
            })),
        };
      case "get-function-configuration":
        return { Description: id };
      case "get-alias":
        return { FunctionVersion: String(versions[id]) };
      case "update-alias":
        versions[id] = Number(valueOf(args, "--function-version"));
        return {};
      case "get-metric-statistics":
        return { Datapoints: [{ Sum: callsAMinute * 60 }] };
      case "get-parameters":
        return { Parameters: [{ Value: state.record }] };
      case "put-parameter":
        state.record = valueOf(args, "--value");
        return {};
      default:
        throw new Error(args.join(" "));
    }
  };
  const release = () => {
    state.isThere = true;
    for (const id of Object.keys(versions)) versions[id] = NEW;
  };
  const recorded = () => (JSON.parse(state.record) as Record<string, number>[]).map((entry) => entry["jobs/deliver"]);
  return { aws, release, recorded, live: () => new Set(Object.values(versions)) };
};

/**
 * Deploys prod; the CDK prints these texts one after the other, and succeeds where one is empty; the smoke test fails where it is asked for a try
 * `false`.
 */
const run = async (
  stage: ReturnType<typeof startStage>,
  {
    prints = [""],
    tries,
    rollout = "canary" as const,
  }: { prints?: readonly string[]; tries?: readonly boolean[]; rollout?: "canary" | "all-at-once" | "direct" } = {},
) => {
  const lines: string[] = [];
  let [runs, tried] = [0, 0];
  const deployment: Deployment = {
    config: { ...configOf(new App({ context: { stage: "prod" } })), rollout },
    aws: stage.aws,
    cdk: () => {
      const printed = prints[runs++] ?? "";
      if (printed === "") stage.release();
      return Promise.resolve({ code: printed === "" ? 0 : 1, printed });
    },
    ...(tries && {
      smoke: (url: string) => {
        expect(url).toBe(URL);
        return tries[tried++] === false ? Promise.reject(new Error("smoke: failed: it did not leave")) : Promise.resolve();
      },
    }),
    print: (line) => void lines.push(line),
    waitMs: 1,
  };
  const outcome = await deploy(deployment).catch((error: Error) => error.message);
  return { outcome, runs, tried, text: lines.join("\n") };
};

describe("a deployment", () => {
  it("says first what it will do, to which account and stage", async () => {
    const { text, outcome } = await run(startStage());

    expect(outcome).toBe(0);
    expect(text).toMatch(/stage prod in account 123456789012/);
    expect(text).toMatch(/a tenth of the calls for five minutes/);
    expect(text).toContain(URL);
  });

  it("records what answered before and after it, to go back to", async () => {
    const stage = startStage();
    await run(stage);

    expect(stage.recorded()).toEqual([9, NEW]);
  });

  it("records nothing where it fails", async () => {
    const stage = startStage();
    const { outcome } = await run(stage, { prints: ["UPDATE_ROLLBACK_COMPLETE"] });

    expect(outcome).toBe(1);
    expect(stage.recorded()).toEqual([9]);
  });

  it.each([
    "Unable to complete operation due to concurrent modification. Please try again later. (Service: ApiGatewayV2, Status Code: 409)",
    "ConflictException: …",
    "TooManyRequestsException",
    "Rate exceeded",
  ])("is repeated after what passes by itself: %s", async (printed) => {
    const { outcome, runs } = await run(startStage(), { prints: [printed, printed, ""] });

    expect({ outcome, runs }).toEqual({ outcome: 0, runs: 3 });
  });

  it("is not repeated for anything else, and ends after three", async () => {
    expect(await run(startStage(), { prints: ["E11000", ""] })).toMatchObject({ outcome: 1, runs: 1 });
    expect(await run(startStage(), { prints: ["ConflictException", "ConflictException", "ConflictException", ""] })).toMatchObject({
      outcome: 1,
      runs: 3,
    });
  });
});

describe("a deployment of a stage with few calls, whose canary sees nothing", () => {
  it("does not begin where nothing else tries the new version", async () => {
    const { outcome, runs } = await run(startStage({ callsAMinute: 24 }));

    expect(outcome).toContain("too few calls for the canary, and no SMOKE_KEY");
    expect(runs).toBe(0);
  });

  it("sends and reads an email with both versions", async () => {
    const stage = startStage({ callsAMinute: 24 });
    const { outcome, tried, text } = await run(stage, { tries: [true, true] });

    expect({ outcome, tried, recorded: stage.recorded() }).toEqual({ outcome: 0, tried: 2, recorded: [9, NEW] });
    expect(text).toContain("jobs/deliver (24)");
  });

  it("goes back by itself when only the new version fails, and does not record it", async () => {
    const stage = startStage({ callsAMinute: 24 });
    const { outcome, text } = await run(stage, { tries: [true, false] });

    expect(outcome).toBe(1);
    expect(stage.live()).toEqual(new Set([9]));
    expect(stage.recorded()).toEqual([9]);
    expect(text).toContain("jobs/deliver: from 12 to 9");
  });

  it("keeps a new version where the old one failed too: it may be the fix", async () => {
    const stage = startStage({ callsAMinute: 24 });
    const { outcome } = await run(stage, { tries: [false, false] });

    expect(outcome).toBe(1);
    expect(stage.live()).toEqual(new Set([NEW]));
    expect(stage.recorded()).toEqual([]);
  });

  it.each([
    ["in an emergency", { rollout: "all-at-once" as const }, { callsAMinute: 1 }],
    ["without versions", { rollout: "direct" as const }, { callsAMinute: 1 }],
    ["the first time", {}, { isThere: false, callsAMinute: 0 }],
  ])("begins all the same %s", async (_, more, how) => {
    expect(await run(startStage(how), more)).toMatchObject({ outcome: 0, runs: 1 });
  });
});
