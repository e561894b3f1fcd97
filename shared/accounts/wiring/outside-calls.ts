import { setting, type Need } from "#shared/platform/env.ts";
import { shares } from "./stores.ts";
import type { Operation } from "#shared/api/operation.ts";
import type { Run } from "#shared/api/http/endpoint.ts";
import { waitingOutside } from "#shared/api/http/outside.ts";
import { endpoint } from "./endpoint.ts";

/** What a function that contains this module needs: grants and environment variables (infra/permissions.ts). */
export const needs: readonly Need[] = ["outsideCalls"];

/** The limits of calls that wait for foreign servers, over all functions. */
export const outsideCalls = { shares, most: () => setting("OUTSIDE_CALLS") };

/** A Lambda handler for an operation that waits for foreign servers. */
export const outsideEndpoint = <O extends Operation>(operation: O, run: Run<O>) => endpoint(operation, waitingOutside(outsideCalls, run));
