import { mongoFreshSlots } from "../../adapters/mongo/inbox/fresh-slots.ts";
import { connect } from "./database.ts";

/** How often an account may ask its servers at once. */
export const freshSlots = mongoFreshSlots(connect);
