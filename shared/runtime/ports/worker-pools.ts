import type { WorkerPool } from "../../domain/fair-shares.ts";
import { setting } from "../env.ts";
import { log } from "../log.ts";
import type { Need } from "../needs.ts";
import { shares } from "./shares.ts";

export const needs: readonly Need[] = ["workers"];

/** The workers of a queue, which all accounts share; `wake` wakes one for what waited. */
export const workerPool = (name: Exclude<WorkerPool["name"], "outside">, wake: WorkerPool["wake"]): WorkerPool => ({
  shares,
  name,
  most: () => setting("WORKERS").get(name) ?? 1,
  wake,
  log,
});
