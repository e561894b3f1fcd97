import { readSecret, awsLimits, keyringOf, parseKeyring, rememberSecret } from "../secret.ts";
import type { ReadKeyring } from "../credentials.ts";
import { setting, type Need } from "../env.ts";
import { log } from "../log.ts";
import { processClock } from "../system.ts";
import { secret } from "./secret.ts";

/** What a function that contains this module needs: grants and environment variables (infra/permissions.ts). */
export const needs: readonly Need[] = ["keyring"];

const ownKeyring = rememberSecret(() => readSecret(setting("KEYRING_SECRET_ID"), awsLimits), parseKeyring, { clock: processClock, log });

/** The master keys, for functions that seal or open credentials. */
export const keyring: ReadKeyring = async (anew = false) => keyringOf(await secret(anew), () => ownKeyring(anew));
