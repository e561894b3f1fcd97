import { mongoWebhooks } from "../../adapters/mongo/webhooks/webhooks.ts";
import { connect } from "./database.ts";

/** The webhooks, without their secrets. */
export const webhooks = mongoWebhooks(connect);
