import { connect } from "#shared/platform/wiring/database.ts";
import type { Messages } from "../ports/messages.ts";
import { bodyStore } from "#shared/platform/wiring/bodies.ts";
import { mongoAudits } from "../store/audits.ts";
import { mongoChanges } from "../store/changes.ts";
import { mongoMessages, mongoFolderMoves } from "../store/messages.ts";
import { mongoPolls, mongoSyncTargets } from "../store/sync-states.ts";
import { mongoPurges } from "../store/purges.ts";
import { mongoMessageSearch } from "../store/search/message-search.ts";

/** The audits of mailboxes. */
export const audits = /* @__PURE__ */ mongoAudits(connect);

/** The changes of messages, here and for their servers. */
export const changes = /* @__PURE__ */ mongoChanges(connect);

/** Received mail, without its bodies. */
export const messages: Omit<Messages, "bodies"> = /* @__PURE__ */ mongoMessages(connect);

/** The same with its bodies. */
export const messagesWithBodies = /* @__PURE__ */ mongoMessages(connect, bodyStore);

/** Messages with a copy in another folder of their mailbox. */
export const moves = /* @__PURE__ */ mongoFolderMoves(connect);

/** The polls of mailboxes. */
export const polls = /* @__PURE__ */ mongoPolls(connect);

/** Erases mailboxes' mail. */
export const purges = /* @__PURE__ */ mongoPurges(connect);

/** Searches mail by words. */
export const search = /* @__PURE__ */ mongoMessageSearch(connect);

/** The mailboxes that scheduled sync polls. */
export const syncTargets = /* @__PURE__ */ mongoSyncTargets(connect);
