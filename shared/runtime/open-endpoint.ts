import type { Operation } from "../contract/operation.ts";
import { endpoint as behind, type Run } from "../http/endpoint.ts";
import { openEndpointDeps } from "./open-endpoint-deps.ts";

/** A Lambda handler for an operation that needs no key and reads no database. */
export const openEndpoint = <O extends Operation>(operation: O, run: Run<O>) => behind(openEndpointDeps, operation, run);
