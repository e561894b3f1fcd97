import { discovered } from "../contract/discovery.ts";
import type { Discovered } from "../domain/mailboxes/discovery/discovered.ts";
import { type From, toWire } from "./wire.ts";

/** What was discovered, in the API. */
export const discoveredOut: From<Discovered, typeof discovered> = toWire(discovered);
