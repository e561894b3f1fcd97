import type { OpenLinks } from "../../../domain/connect-links/ports.ts";
import type { Connect } from "../database.ts";
import { exact, oid } from "../documents.ts";
import { recordEvent } from "../events/event-documents.ts";
import { connectLinksOf, isOpen, toSeenLink } from "./connect-link-documents.ts";

/** The links in MongoDB, for their pages. */
export const mongoOpenLinks = (connect: Connect): OpenLinks => ({
  findByToken: async (hash) => {
    const found = await connectLinksOf(await connect()).findOne(exact({ hash }));
    return found ? toSeenLink(found) : undefined;
  },
  beginConsent: async ({ id }, browser, { state, verifier }, forMs) => {
    const consent = { state: { $literal: state }, verifier: { $literal: verifier }, browser: { $literal: browser } };
    const update = [{ $set: { consent: { ...consent, until: { $add: ["$$NOW", forMs] } } } }];
    await connectLinksOf(await connect()).updateOne({ _id: oid(id), ...isOpen }, update);
  },
  takeConsent: async (linkId, browser, state) => {
    const own = exact({ _id: oid(linkId), "consent.browser": browser, "consent.state": state });
    const taken = await connectLinksOf(await connect()).findOneAndUpdate(
      { ...own, $expr: { $gt: ["$consent.until", "$$NOW"] } },
      { $unset: { consent: "" } },
      { returnDocument: "before" },
    );
    return taken?.consent && { link: toSeenLink(taken), verifier: taken.consent.verifier };
  },
  fail: async ({ id }, lastError) => {
    const failures = { $add: ["$failures", 1] };
    const update = [{ $set: { failures, lastError: { $literal: lastError }, ...recordEvent("connect_link.failed") } }];
    await connectLinksOf(await connect()).updateOne({ _id: oid(id), status: "open" }, update);
  },
});
