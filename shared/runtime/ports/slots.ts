import { mongoSlots } from "../../adapters/mongo/accounts/slots.ts";
import { connect } from "./database.ts";

/** Concurrency slots over all functions. */
export const slots = mongoSlots(connect);
