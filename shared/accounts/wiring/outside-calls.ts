import { setting, type Need } from "#shared/platform/env.ts";
import { shares } from "./stores.ts";

export const needs: readonly Need[] = ["outsideCalls"];

/** The limits of calls that wait for foreign servers, over all functions. */
export const outsideCalls = { shares, most: () => setting("OUTSIDE_CALLS") };
