import { expect, it } from "vitest";
import { neededConcurrency, quotaProblem } from "#infra/check-quota.ts";

const account = (free: number) => ({ AccountLimit: { UnreservedConcurrentExecutions: free } });

it("tells before the first deployment that an account has too little concurrency to reserve, and for what to ask", () => {
  const needed = neededConcurrency("prod");

  expect(needed).toBeGreaterThan(400);
  expect(quotaProblem("prod", account(needed))).toBeUndefined();
  expect(quotaProblem("prod", account(needed - 1))).toMatch(
    new RegExp(`prod needs ${needed} concurrent executions and the account has ${needed - 1} left`),
  );
});
