import { mongoCorrections } from "../store/corrections.ts";
import { correctionsIn } from "../correct-message.ts";
import { mongoResponseFigures, mongoThreads } from "../store/threads.ts";
import { mongoNotes, mongoPresence } from "../store/notes.ts";
import { connect, connectLive, bodyDays } from "#shared/platform/wiring/database.ts";
import { mongoThreadReconciliation } from "../store/thread-reconciliation.ts";

/** People's corrections of mail and conversations. */
export const corrections = /* @__PURE__ */ correctionsIn(/* @__PURE__ */ mongoCorrections(connect));

/** Reconciles conversations with their messages. */
export const threadReconciliation = /* @__PURE__ */ mongoThreadReconciliation(connect);

/** What a team tells itself about conversations. */
export const notes = /* @__PURE__ */ mongoNotes(connect, bodyDays);

/** Who has which conversation open; people are in a test world by the same clock as elsewhere. */
export const presence = /* @__PURE__ */ mongoPresence(connectLive);

/** First answers of conversations. */
export const responseFigures = /* @__PURE__ */ mongoResponseFigures(connect);

/** Conversations. */
export const threads = /* @__PURE__ */ mongoThreads(connect);
