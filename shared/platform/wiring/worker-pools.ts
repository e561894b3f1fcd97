import type { WorkerPool } from "../fair-shares.ts";
import { setting, type Need } from "../env.ts";
import { log } from "../log.ts";
import { shares } from "#shared/accounts/wiring/stores.ts";

/** What a function that contains this module needs: grants and environment variables (infra/permissions.ts). */
export const needs: readonly Need[] = ["workers"];

/** The workers of a queue, which all accounts share; `wake` wakes one for a waiter. */
export const workerPool = (name: Exclude<WorkerPool["name"], "outside">, wake: WorkerPool["wake"]): WorkerPool => ({
  shares,
  name,
  most: () => setting("WORKERS").get(name) ?? 1,
  wake,
  log,
});
