import type { Operation } from "../contract/operation.ts";
import { endpoint as behind, type Run } from "../http/endpoint.ts";
import { openGate } from "./open-gate.ts";

/** A Lambda handler for an operation that anybody may ask and that reads no database. */
export const openEndpoint = <O extends Operation>(operation: O, run: Run<O>) => behind(openGate, operation, run);
