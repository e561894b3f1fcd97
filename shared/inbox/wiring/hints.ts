import { mongoHints } from "../store/hints.ts";
import { connect } from "#shared/platform/wiring/database.ts";
import { type Need, setting } from "#shared/platform/env.ts";

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
