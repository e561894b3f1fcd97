import { capacity } from "../contract/capacity.ts";
import type { Capacity } from "../domain/sending/forecast/capacity.ts";
import { type From, toWire } from "./wire.ts";

/** A mailbox's capacity in the API. */
export const capacityOut: From<Capacity, typeof capacity> = toWire(capacity);
