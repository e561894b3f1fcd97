import { mongoSlots } from "../../adapters/mongo/accounts/slots.ts";
import { connect } from "./database.ts";

/** What may run at once only so often, over all functions. */
export const slots = mongoSlots(connect);
