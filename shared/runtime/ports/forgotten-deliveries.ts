import { mongoForgottenDeliveries } from "../../adapters/mongo/webhooks/forgotten-deliveries.ts";
import { connect } from "./database.ts";

/** The webhooks with deliveries that have been due for long. */
export const forgottenDeliveries = mongoForgottenDeliveries(connect);
