import { httpCalls, httpPosts } from "../egress/http-posts.ts";
import { createOpenSocket } from "../egress/open-socket.ts";
import { upgradeTls } from "../egress/tls.ts";
import { parseAllowList, WEB_PORTS } from "../egress/address-policy.ts";
import { findAddresses } from "../dns/find-addresses.ts";
import { setting, type Need } from "../env.ts";

/** What a function that contains this module needs: grants and environment variables (infra/permissions.ts). */
export const needs: readonly Need[] = ["web"];

const [allowed, lookup] = [parseAllowList(setting("WEB_ALLOW")), findAddresses({ servers: setting("DNS_SERVERS") })];
const egress = { openSocket: createOpenSocket({ allowed, ports: WEB_PORTS, lookup }), upgradeTls };

/** Posts to public addresses at port 443, and to what WEB_ALLOW allows. */
export const postHttp = httpPosts(egress);
/** Sends requests with any method to the same addresses. */
export const callHttp = httpCalls(egress);
