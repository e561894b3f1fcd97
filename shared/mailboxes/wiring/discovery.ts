import type { DiscoveryPorts } from "../discovery/discovered.ts";
import { parseProviders } from "../discovery/provider-settings.ts";
import { type Consents, consentsAt } from "../oauth/oauth-providers.ts";
import { mayConnect, parseAllowList } from "#shared/platform/egress/address-policy.ts";
import { setting, type Need } from "#shared/platform/env.ts";
import { dns } from "#shared/platform/wiring/dns.ts";
import { callHttp } from "#shared/platform/wiring/web.ts";
import { isByConsent, type ProviderName } from "#shared/providers/index.ts";

/** What a function that contains this module needs: grants and environment variables (infra/permissions.ts). */
export const needs: readonly Need[] = ["discovery", "consents"];

const allowed = parseAllowList(setting("EGRESS_ALLOW"));

/** The dependencies of discovery: resolvers, public HTTPS servers, and the hosts that mail connections may reach. */
export const discovery: DiscoveryPorts = {
  dns,
  callHttp,
  mayConnect: (address, port) => mayConnect(address, port, allowed),
  ownProviders: () => parseProviders(setting("MAIL_PROVIDERS")),
};

/** The transports and access levels that this stage's consent page can ask for; empty for types of mailboxes without consent. */
export const consentsFor = (type: ProviderName): Consents =>
  isByConsent(type) ? consentsAt(type, () => setting("GOOGLE_ACCESS")) : { transports: [], accesses: [] };
