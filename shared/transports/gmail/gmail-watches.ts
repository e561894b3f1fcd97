import type { BeginWatch } from "#shared/inbox/hints/renew-watches.ts";
import type { CallHttp } from "#shared/platform/egress/egress.ts";
import { gmailClient, USER } from "./gmail-client.ts";

/** Begins or renews a watch of all labels (developers.google.com/workspace/gmail/api/guides/push); none without a topic. */
export const gmailWatches =
  (callHttp: CallHttp): BeginWatch =>
  async (account, { topic }) => {
    if (topic === undefined) return undefined;
    const { expiration } = await gmailClient(callHttp).json(account, { method: "POST", path: `${USER}/watch`, json: { topicName: topic } });
    const until = new Date(Number(expiration));
    if (Number.isNaN(until.getTime())) throw new Error("Gmail's watch cannot be read");
    return { id: topic, until };
  };
