import { followingElement } from "../follow-up.ts";
import type { Following } from "../wire.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { sanitize } from "#shared/platform/html/sanitize.ts";

/** Makes an email that follows another one of its batch. */
export const following: Following = (request) => followingElement({ sanitize, clock, ids }, request);
