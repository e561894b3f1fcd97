import { mongoDeliveries } from "../../adapters/mongo/sending/deliveries.ts";
import { connect } from "./database.ts";

/** The sends, for workers. */
export const deliveries = mongoDeliveries(connect);
