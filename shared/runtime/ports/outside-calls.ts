import { setting } from "../env.ts";
import type { Need } from "../needs.ts";
import { slots } from "./slots.ts";

export const needs: readonly Need[] = ["outsideCalls"];

/** The limits of calls that wait for foreign servers, over all functions. */
export const outsideCalls = { slots, most: () => setting("OUTSIDE_CALLS") };
