import { mongoSealedWebhooks } from "../../adapters/mongo/webhooks/sealed-webhooks.ts";
import { mongoWebhookDeliveries } from "../../adapters/mongo/webhooks/webhook-deliveries.ts";
import { connect } from "./database.ts";
import { keyring } from "./keyring.ts";

/** The webhooks and their deliveries, with the signing secrets. */
export const webhooks = mongoSealedWebhooks(connect, keyring);
export const webhookDeliveries = mongoWebhookDeliveries(connect, keyring);
