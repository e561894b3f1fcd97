import { mongoSealedWebhooks } from "../store/webhooks.ts";
import { mongoWebhookDeliveries } from "../store/webhook-deliveries.ts";
import { connect } from "#shared/platform/wiring/database.ts";
import { keyring } from "#shared/platform/wiring/keyring.ts";

/** The webhooks and their deliveries, with the signing secrets. */
export const webhooks = mongoSealedWebhooks(connect, keyring);
export const webhookDeliveries = mongoWebhookDeliveries(connect, keyring);
