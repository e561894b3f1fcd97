import type { Operation } from "../contract/operation.ts";
import type { Run } from "../http/endpoint.ts";
import { waitingOutside } from "../http/outside.ts";
import { endpoint } from "./endpoint.ts";
import { outsideCalls } from "./ports/outside-calls.ts";

/** A Lambda handler for an operation that waits for foreign servers. */
export const outsideEndpoint = <O extends Operation>(operation: O, run: Run<O>) => endpoint(operation, waitingOutside(outsideCalls, run));
