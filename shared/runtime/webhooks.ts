import { createOpenSocket } from "../adapters/egress/open-socket.ts";
import { upgradeTls } from "../adapters/egress/upgrade-tls.ts";
import { webhookClient as client } from "../adapters/webhooks/webhook-client.ts";
import { parseAllowList, WEB_PORTS } from "../domain/mailboxes/egress/address-policy.ts";
import { setting } from "./env.ts";

const openSocket = createOpenSocket({ allowed: parseAllowList(setting("EGRESS_ALLOW")), ports: WEB_PORTS });

/** Posts to endpoints: public addresses at port 443, and what EGRESS_ALLOW allows. */
export const webhookClient = /* @__PURE__ */ client({ openSocket, upgradeTls });
