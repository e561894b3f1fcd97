import { webhookClient as client } from "../../adapters/webhooks/webhook-client.ts";
import { postHttp } from "./web.ts";

/** Posts to webhooks. */
export const webhookClient = client(postHttp);
