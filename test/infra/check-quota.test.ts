import { describe, expect, it } from "vitest";
import type { Aws } from "#infra/aws-cli.ts";
import { capacityOf, neededConcurrency, pollCallsSentence, quotaProblem } from "#infra/check-quota.ts";
import { type ClusterName, clusters } from "#infra/config.ts";
import { mostConnections, reservedOf } from "#infra/functions.ts";

const prod = { stage: "prod", cluster: "M10" } as const;
const { reserved, shared } = neededConcurrency(prod);
const names = Object.keys(clusters) as ClusterName[];

/** AWS's command line for an account with `free` executions unreserved, and functions that reserve some. */
const account =
  (free: number, functions: Readonly<Record<string, number | undefined>> = {}): Aws =>
  (...args) => {
    switch (args[1]) {
      case "get-account-settings":
        return { AccountLimit: { UnreservedConcurrentExecutions: free } };
      case "list-functions":
        return { Functions: Object.keys(functions).map((FunctionName) => ({ FunctionName })) };
      case "get-function-concurrency":
        return { ReservedConcurrentExecutions: functions[args[3] ?? ""] };
      default:
        throw new Error(args.join(" "));
    }
  };

it("tells before the first deployment that an account has too little concurrency, and for what to ask", () => {
  const needed = reserved + shared;

  expect(quotaProblem(prod, account(needed))).toBeUndefined();
  expect(quotaProblem(prod, account(needed - 1))).toMatch(
    new RegExp(`prod needs ${needed} concurrent executions and the account has ${needed - 1} for it`),
  );
});

it("counts as free what the stage itself reserves already, and not what another stage does", () => {
  const deployed = { "email-prod-jobs-deliver": reserved - 2, "email-prod-jobs-sweep": 2, "email-prod-api-get": undefined };

  expect(quotaProblem(prod, account(shared, deployed))).toBeUndefined();
  expect(quotaProblem(prod, account(shared, { "email-dev-jobs-deliver": reserved }))).toContain("prod needs");
});

it("says what a cluster carries", () => {
  expect(capacityOf(prod)).toMatch(
    /^M10: 40,000 mailboxes polled every two minutes or 400,000 emails a day, with at most [\d,]+ of 1,500 connections$/,
  );
});

it("says how many calls of start-sync a stage's mailboxes need, and what to set", () => {
  expect(pollCallsSentence(prod, { mailboxes: 500_000, emailsADay: 0 })).toBe(
    "start-sync: 1 call a minute for 500,000 mailboxes, and it has 1",
  );
  expect(pollCallsSentence(prod, { mailboxes: 500_001, emailsADay: 0 })).toContain("set pollCalls to 2 (infra/config.ts)");
  expect(pollCallsSentence({ ...prod, pollCalls: 4 }, { mailboxes: 2_000_000, emailsADay: 0 })).toContain("and it has 4");
});

describe.each(names)("on an %s", (cluster) => {
  it("the connections stay below nine tenths of the limit, also while a canary runs", () => {
    expect(mostConnections({ stage: "prod", cluster })).toBeLessThanOrEqual(clusters[cluster].connections * 0.9);
  });

  it("every job may run, and the API's functions share what is left", () => {
    expect(reservedOf("jobs/deliver", { stage: "prod", cluster })).toBeGreaterThan(2);
    expect(reservedOf("jobs/sweep", { stage: "prod", cluster })).toBe(2);
    expect(reservedOf("mailboxes/get", { stage: "prod", cluster })).toBeUndefined();
  });
});
