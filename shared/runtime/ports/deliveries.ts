import { mongoDeliveries } from "../../adapters/mongo/sending/deliveries.ts";
import { connect } from "./database.ts";

/** The sends as workers claim them. */
export const deliveries = mongoDeliveries(connect);
