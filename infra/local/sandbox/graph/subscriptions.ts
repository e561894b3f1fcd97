import { randomUUID } from "node:crypto";
import { type HttpAnswer, Refusal } from "../http/answer.ts";
import { type GraphRequest, itemNotFound, jsonOf } from "./answer.ts";

interface Subscription {
  readonly id: string;
  readonly address: string;
  readonly resource: string;
  readonly changeType: string;
  readonly notificationUrl: string;
  readonly clientState: string;
  expirationDateTime: string;
}

/** The longest that a subscription to messages lasts, ms (learn.microsoft.com/graph/api/resources/subscription, "Subscription lifetime"). */
const LONGEST_MS = 4_230 * 60_000;
const ANSWER_WITHIN_MS = 10_000;

const post = (url: string | URL, body?: object) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": body ? "application/json" : "text/plain; charset=utf-8" },
    body: body ? JSON.stringify(body) : "",
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });

/** The address answers with the token, or there is no subscription (…/change-notifications-delivery-webhooks, "notificationUrl validation"). */
const validate = async (notificationUrl: string): Promise<void> => {
  const url = new URL(notificationUrl);
  const token = `Validation: Testing client application reachability for subscription Request-Id: ${randomUUID()}`;
  url.searchParams.set("validationToken", token);
  const answer = await post(url).catch(() => undefined);
  const isText = answer?.headers.get("content-type")?.startsWith("text/plain");
  if (answer?.status !== 200 || !isText || (await answer.text()) !== token)
    throw new Refusal(
      400,
      "ValidationError",
      "Subscription validation request failed. The notification endpoint must answer with the token.",
    );
};

/** Subscriptions to new messages, and the notifications of them. */
export const createSubscriptions = () => {
  const all = new Map<string, Subscription>();
  const endOf = (value: unknown): string => {
    const end = typeof value === "string" ? Date.parse(value) : Number.NaN;
    if (!(end > Date.now())) throw new Refusal(400, "InvalidRequest", "Subscription expiration must be in the future.");
    if (end > Date.now() + LONGEST_MS + 60_000)
      throw new Refusal(400, "InvalidRequest", "Subscription expiration can only be 4230 minutes in the future.");
    return new Date(end).toISOString();
  };
  const shown = ({ address: _address, clientState: _secret, ...one }: Subscription) => ({ ...one, clientState: null });
  const notify = async (address: string, facts: object): Promise<void> => {
    const own = [...all.values()].filter((one) => one.address === address && Date.parse(one.expirationDateTime) > Date.now());
    for (const { id, clientState, expirationDateTime, resource, changeType, notificationUrl } of own) {
      const value = [
        {
          subscriptionId: id,
          clientState,
          subscriptionExpirationDateTime: expirationDateTime,
          tenantId: "sandbox",
          resource,
          changeType,
          ...facts,
        },
      ];
      // A notification that is not taken is lost here, as it may be at Microsoft's.
      await post(notificationUrl, { value }).catch(() => undefined);
    }
  };
  const create = async (request: GraphRequest, address: string): Promise<HttpAnswer> => {
    const { changeType, notificationUrl, resource, clientState = "", expirationDateTime } = jsonOf(request);
    if (typeof notificationUrl !== "string" || !URL.canParse(notificationUrl) || resource !== "me/messages" || changeType !== "created")
      throw new Refusal(400, "InvalidRequest", "This stand-in takes subscriptions to created me/messages.");
    const end = endOf(expirationDateTime);
    await validate(notificationUrl);
    const made = {
      id: randomUUID(),
      address,
      resource,
      changeType,
      notificationUrl,
      clientState: String(clientState),
      expirationDateTime: end,
    };
    all.set(made.id, made);
    return { status: 201, body: shown(made) };
  };
  const route = async (request: GraphRequest, address: string): Promise<HttpAnswer> => {
    const [, id] = request.path;
    if (id === undefined && request.method === "POST") return create(request, address);
    const known = id === undefined ? undefined : all.get(id);
    if (!known || known.address !== address) throw itemNotFound();
    if (request.method === "DELETE") all.delete(known.id);
    if (request.method === "PATCH") known.expirationDateTime = endOf(jsonOf(request)["expirationDateTime"]);
    return request.method === "DELETE" ? { status: 204 } : { status: 200, body: shown(known) };
  };
  return {
    route,
    all,
    /** Tells the subscriptions of an address of a new message. */
    delivered: (address: string): void =>
      void notify(address.toLowerCase(), { resourceData: { "@odata.type": "#Microsoft.Graph.Message" } }),
    /** Ends the subscriptions of an address as Graph does when access is lost (…/change-notifications-lifecycle-events); told unless `silently`. */
    remove: async (address: string, { silently = false } = {}): Promise<void> => {
      if (!silently) await notify(address, { lifecycleEvent: "subscriptionRemoved" });
      for (const one of all.values()) if (one.address === address) all.delete(one.id);
    },
  };
};
