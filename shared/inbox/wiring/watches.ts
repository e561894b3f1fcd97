import type { BeginWatch } from "../hints/watch.ts";
import { callHttp } from "#shared/platform/wiring/web.ts";
import { gmailWatches } from "#shared/transports/gmail/gmail-watches.ts";
import { graphWatches } from "#shared/transports/graph/graph-watches.ts";

const over = { graph: /* @__PURE__ */ graphWatches(callHttp), gmail_api: /* @__PURE__ */ gmailWatches(callHttp) };

/** Begins and renews watches at the mailbox's interface. */
export const beginWatch: BeginWatch = (account, request) => over[account.api](account, request);
