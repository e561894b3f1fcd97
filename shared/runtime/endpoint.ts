import type { Operation } from "../contract/operation.ts";
import { endpoint as behind, type Run } from "../http/endpoint.ts";
import { deps } from "./endpoint-deps.ts";

/** A Lambda handler for an operation with accounts; `run` answers an authenticated, parsed request, `failurePage` shows a browser what failed. */
export const endpoint = <O extends Operation>(operation: O, run: Run<O>, failurePage?: Parameters<typeof behind>[3]) =>
  behind(deps, operation, run, failurePage);
