import { mongoForgottenDeliveries } from "../store/webhook-deliveries.ts";
import { connect } from "#shared/platform/wiring/database.ts";
import { webhookClient as client } from "../deliver-webhook.ts";
import { postHttp } from "#shared/platform/wiring/web.ts";
import { mongoWebhooks } from "../store/webhooks.ts";

/** The webhooks with deliveries that have been due for long. */
export const forgottenDeliveries = /* @__PURE__ */ mongoForgottenDeliveries(connect);

/** Posts to webhooks. */
export const webhookClient = /* @__PURE__ */ client(postHttp);

/** The webhooks, without their secrets. */
export const webhooks = /* @__PURE__ */ mongoWebhooks(connect);
