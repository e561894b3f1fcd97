import { mongoAcceptedSends } from "../store/accepted-sends.ts";
import type { Sends } from "../ports/sends.ts";
import { bodyStore } from "#shared/platform/wiring/bodies.ts";
import { connect } from "#shared/platform/wiring/database.ts";
import { mongoContacts } from "../store/contacts.ts";
import { mongoHeldSends } from "../store/held-sends.ts";
import { mongoDeliveries } from "../store/deliveries.ts";
import { mongoRefusals } from "../store/delivery-rows.ts";
import { mongoRehearsals } from "../store/rehearsals.ts";
import { mongoSends } from "../store/sends.ts";
import { mongoSentCopies } from "../store/deferrals.ts";
import { mongoWorkerTime } from "../store/recovery.ts";

/** The store that accepts sends. */
export const acceptedSends = /* @__PURE__ */ mongoAcceptedSends(connect);

/** Whom the account's first emails have reached, without counting more. */
export const contacts = /* @__PURE__ */ mongoContacts(connect);

/** The sends, as workers use them. */
export const deliveries = /* @__PURE__ */ mongoDeliveries(connect);

/** The emails that wait for approval. */
export const heldSends = /* @__PURE__ */ mongoHeldSends(connect);

/** The temporary refusals of mailboxes' servers. */
export const refusals = /* @__PURE__ */ mongoRefusals(connect);

/** The copies from which rehearsals are played, and their results. */
export const rehearsals = /* @__PURE__ */ mongoRehearsals(connect);

/** The sends, for their users, without their bodies. */
export const sends: Omit<Sends, "bodies" | "contents"> = /* @__PURE__ */ mongoSends(connect);

/** The same with their bodies. */
export const sendsWithBodies = /* @__PURE__ */ mongoSends(connect, bodyStore);

/** The copies that are still to be filed in Sent folders. */
export const copies = /* @__PURE__ */ mongoSentCopies(connect);

/** The worker time that mailboxes with slow servers take. */
export const workerTime = /* @__PURE__ */ mongoWorkerTime(connect);
