import type { BeginWatch } from "../hints/renew-watches.ts";
import { callHttp } from "#shared/platform/wiring/web.ts";
import { gmailWatches } from "#shared/transports/gmail/gmail-client.ts";
import { graphWatches } from "#shared/transports/graph/graph-client.ts";
import { mongoHints } from "../store/hints.ts";
import { connect } from "#shared/platform/wiring/database.ts";
import { type Need, setting } from "#shared/platform/env.ts";

const over = { graph: /* @__PURE__ */ graphWatches(callHttp), gmail_api: /* @__PURE__ */ gmailWatches(callHttp) };

/** Begins and renews watches at the mailbox's interface. */
export const beginWatch: BeginWatch = (account, request) => over[account.api](account, request);

/** What a function needs that takes hints or asks for them. */
export const needs: readonly Need[] = ["push"];

/** The watches and hints of mailboxes. */
export const hints = /* @__PURE__ */ mongoHints(connect);

/** Whether the stage takes hints. */
export const isPushOn = (): boolean => setting("PUSH") === "on";

/** The topic of this service's own OAuth client; undefined when there is none. */
export const ownTopic = (): string | undefined => setting("GMAIL_TOPIC") || undefined;

/** Where providers post hints; the path of each follows. */
export const hookUrl = (): string => `${setting("PUBLIC_URL")}/v1/hooks`;
