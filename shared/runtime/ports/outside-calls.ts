import { setting } from "../env.ts";
import type { Need } from "../needs.ts";
import { shares } from "./shares.ts";

export const needs: readonly Need[] = ["outsideCalls"];

/** The limits of calls that wait for foreign servers, over all functions. */
export const outsideCalls = { shares, most: () => setting("OUTSIDE_CALLS") };
