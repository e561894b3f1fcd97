import type { BeginWatch } from "#shared/inbox/hints/renew-watches.ts";
import type { CallHttp } from "#shared/platform/egress/egress.ts";
import { ApiError } from "../http/api-client.ts";
import { graphClient } from "./graph-client.ts";

/** How long a subscription to messages lasts, ms: less than the shortest limit that Graph has stated for them, 4,230 minutes (learn.microsoft.com/graph/api/resources/subscription). */
const LASTS_MS = 4_200 * 60_000;

/** Begins or renews Graph's subscription to new messages of all folders. A shared mailbox has none: delegated permissions do not suffice (learn.microsoft.com/graph/outlook-change-notifications-overview). */
export const graphWatches =
  (callHttp: CallHttp): BeginWatch =>
  async (account, { url, secret, known }) => {
    if (account.mailboxUser !== undefined) return undefined;
    const client = graphClient(callHttp);
    const expirationDateTime = new Date(Date.now() + LASTS_MS).toISOString();
    const watchOf = ({ id, expirationDateTime: until }: Readonly<Record<string, unknown>>) => {
      const ends = typeof until === "string" ? Date.parse(until) : Number.NaN;
      if (typeof id !== "string" || Number.isNaN(ends)) throw new Error("Graph's subscription cannot be read");
      return { id: id.slice(0, 200), until: new Date(ends) };
    };
    if (known !== undefined) {
      const path = `/subscriptions/${encodeURIComponent(known)}`;
      const renewed = await client.json(account, { method: "PATCH", path, json: { expirationDateTime } }).catch((error: unknown) => {
        // It was removed meanwhile, or is another application's: a new one is made.
        if (error instanceof ApiError && (error.status === 404 || error.status === 403)) return undefined;
        throw error;
      });
      if (renewed) return watchOf({ expirationDateTime, ...renewed, id: known });
    }
    const json = {
      changeType: "created",
      notificationUrl: url,
      lifecycleNotificationUrl: url,
      resource: "me/messages",
      expirationDateTime,
      clientState: secret,
      latestSupportedTlsVersion: "v1_2",
    };
    return watchOf(await client.json(account, { method: "POST", path: "/subscriptions", json }));
  };
