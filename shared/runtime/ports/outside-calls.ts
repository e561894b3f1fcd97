import { setting } from "../env.ts";
import type { Need } from "../needs.ts";
import { slots } from "./slots.ts";

export const needs: readonly Need[] = ["outsideCalls"];

/** What limits the calls that wait for servers which are not ours, and how many of them may wait at once over all functions. */
export const outsideCalls = { slots, most: () => setting("OUTSIDE_CALLS") };
