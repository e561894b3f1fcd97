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
  beginConsents: async ({ id }, browser, asked, forMs) => {
    const update = [
      { $set: { consent: { asked: { $literal: asked }, browser: { $literal: browser }, until: { $add: ["$$NOW", forMs] } } } },
    ];
    await connectLinksOf(await connect()).updateOne({ _id: oid(id), ...isOpen }, update);
  },
  keepStep: async ({ id }, browser, step, forMs) => {
    const update = [{ $set: { step: { $mergeObjects: [{ $literal: { ...step, browser } }, { until: { $add: ["$$NOW", forMs] } }] } } }];
    await connectLinksOf(await connect()).updateOne({ _id: oid(id), ...isOpen }, update);
  },
  takeConsent: async (linkId, browser, { state, provider }) => {
    const own = exact({ _id: oid(linkId), "consent.browser": browser });
    const taken = await connectLinksOf(await connect()).findOneAndUpdate(
      {
        ...own,
        "consent.asked": { $elemMatch: { state: { $eq: state }, provider: { $eq: provider } } },
        $expr: { $gt: ["$consent.until", "$$NOW"] },
      },
      { $unset: { consent: "", step: "" } },
      { returnDocument: "before" },
    );
    const asked = taken?.consent?.asked.find((one) => one.state === state);
    return taken === null || !asked ? undefined : { link: toSeenLink(taken), verifier: asked.verifier };
  },
  fail: async ({ id }, lastError) => {
    const failures = { $add: ["$failures", 1] };
    const update = [{ $set: { failures, lastError: { $literal: lastError }, ...recordEvent("connect_link.failed") } }];
    await connectLinksOf(await connect()).updateOne({ _id: oid(id), status: "open" }, update);
  },
});
