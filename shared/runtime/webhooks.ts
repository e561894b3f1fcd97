import { webhookClient as client } from "../adapters/webhooks/webhook-client.ts";
import { postHttp } from "./http.ts";

/** Posts to endpoints. */
export const webhookClient = /* @__PURE__ */ client(postHttp);
