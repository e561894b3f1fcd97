import type { DiscoveryPorts } from "../../domain/mailboxes/discovery/ports.ts";
import { parseProviders } from "../../domain/mailboxes/discovery/provider-settings.ts";
import { mayConnect, parseAllowList } from "../../domain/mailboxes/egress/address-policy.ts";
import { setting } from "../env.ts";
import type { Need } from "../needs.ts";
import { dns } from "./dns.ts";
import { callHttp } from "./web.ts";

export const needs: readonly Need[] = ["discovery"];

const allowed = parseAllowList(setting("EGRESS_ALLOW"));

/** What discovery asks: resolvers, public HTTPS servers, and which mail servers may be reached. */
export const discovery: DiscoveryPorts = {
  dns,
  callHttp,
  mayConnect: (address, port) => mayConnect(address, port, allowed),
  ownProviders: () => parseProviders(setting("MAIL_PROVIDERS")),
};
