import { mongoSlots } from "../../adapters/mongo/accounts/slots.ts";
import { connectLive } from "./database.ts";

/** Concurrency slots over all functions. */
export const slots = mongoSlots(connectLive);
