import type { Operation } from "#shared/api/operation.ts";
import type { Run } from "#shared/api/http/endpoint.ts";
import { waitingOutside } from "#shared/api/http/outside.ts";
import { endpoint } from "./endpoint.ts";
import { outsideCalls } from "./outside-calls.ts";

/** A Lambda handler for an operation that waits for foreign servers. */
export const outsideEndpoint = <O extends Operation>(operation: O, run: Run<O>) => endpoint(operation, waitingOutside(outsideCalls, run));
