import { followingElement } from "../../domain/conversations/follow-up.ts";
import type { Following } from "../../mapping/batch.ts";
import { clock, ids } from "../system.ts";
import { sanitize } from "./html.ts";

/** Makes an email that follows another one of its batch. */
export const following: Following = (request) => followingElement({ sanitize, clock, ids }, request);
