import { mongoForgottenDeliveries } from "../../adapters/mongo/webhooks/forgotten-deliveries.ts";
import { connect } from "./database.ts";

/** The endpoints whose deliveries wait for long. */
export const forgottenDeliveries = mongoForgottenDeliveries(connect);
