import { readSecret, awsLimits, parseSecret, rememberSecret } from "../secret.ts";
import { setting, type Need } from "../env.ts";
import { log } from "../log.ts";
import { processClock } from "../system.ts";

/** What a function that contains this module needs: grants and environment variables (infra/permissions.ts). */
export const needs: readonly Need[] = ["secret"];

/** The main secret, read once in a process and again after five minutes. */
export const secret = rememberSecret(() => readSecret(setting("SECRET_ID"), awsLimits), parseSecret, { clock: processClock, log });
