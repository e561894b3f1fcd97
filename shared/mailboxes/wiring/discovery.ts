import type { DiscoveryPorts } from "../discovery/discovered.ts";
import { parseProviders } from "../discovery/provider-settings.ts";
import { mayConnect, parseAllowList } from "#shared/platform/egress/address-policy.ts";
import { setting, type Need } from "#shared/platform/env.ts";
import { dns } from "#shared/platform/wiring/dns.ts";
import { callHttp } from "#shared/platform/wiring/web.ts";

export const needs: readonly Need[] = ["discovery"];

const allowed = parseAllowList(setting("EGRESS_ALLOW"));

/** The ports of discovery: resolvers, public HTTPS servers, and the hosts that mail connections may reach. */
export const discovery: DiscoveryPorts = {
  dns,
  callHttp,
  mayConnect: (address, port) => mayConnect(address, port, allowed),
  ownProviders: () => parseProviders(setting("MAIL_PROVIDERS")),
};
