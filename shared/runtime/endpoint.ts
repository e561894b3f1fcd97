import type { Operation } from "../contract/operation.ts";
import { endpoint as behind, type Run } from "../http/endpoint.ts";
import { deps } from "./endpoint-deps.ts";

/** A Lambda handler for an operation with accounts; `run` answers an authenticated, parsed request. */
export const endpoint = <O extends Operation>(operation: O, run: Run<O>) => behind(deps, operation, run);
