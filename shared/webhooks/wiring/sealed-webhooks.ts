import { mongoSealedWebhooks } from "../store/webhooks.ts";
import { mongoWebhookDeliveries } from "../store/webhook-deliveries.ts";
import { connect } from "#shared/platform/wiring/database.ts";
import { keyring } from "#shared/platform/wiring/keyring.ts";

/** The webhooks and their deliveries, with the signing secrets. */
export const webhooks = /* @__PURE__ */ mongoSealedWebhooks(connect, keyring);
/** The queue of deliveries, with the signing secrets. */
export const webhookDeliveries = /* @__PURE__ */ mongoWebhookDeliveries(connect, keyring);
