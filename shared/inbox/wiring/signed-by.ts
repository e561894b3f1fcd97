import { configuredProviders } from "#shared/mailboxes/wiring/oauth.ts";
import { processClock } from "#shared/platform/system.ts";
import { callHttp } from "#shared/platform/wiring/web.ts";
import { pubsubTokens } from "#shared/transports/oauth/pubsub-tokens.ts";
import { hookUrl } from "./hints.ts";

/** Verifies calls of Google Pub/Sub. */
export const signedBy = /* @__PURE__ */ pubsubTokens({
  callHttp,
  clock: processClock,
  keysUrl: async () => Object.values(await configuredProviders()).find(({ keysUrl }) => keysUrl !== undefined)?.keysUrl ?? "",
  audience: () => `${hookUrl()}/gmail`,
});
