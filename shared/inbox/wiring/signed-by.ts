import { configuredProviders } from "#shared/mailboxes/wiring/oauth.ts";
import { processClock } from "#shared/platform/system.ts";
import { callHttp } from "#shared/platform/wiring/web.ts";
import { pubsubTokens, signingKeys } from "#shared/transports/oauth.ts";
import { hookUrl } from "./hints.ts";

/** Verifies calls of Google Pub/Sub. */
export const signedBy = /* @__PURE__ */ pubsubTokens({
  keys: /* @__PURE__ */ signingKeys({ callHttp, clock: processClock }),
  clock: processClock,
  keysUrl: async () => Object.values(await configuredProviders()).find(({ keysUrl }) => keysUrl !== undefined)?.keysUrl ?? "",
  audience: () => `${hookUrl()}/gmail`,
});
