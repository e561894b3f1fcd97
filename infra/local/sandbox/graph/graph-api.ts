/**
 * A stand-in for Microsoft Graph's mail, made from Microsoft's documentation: README.md beside this file lists each behaviour with its page. It uses
 * the sandbox's mail.
 */
import { randomUUID } from "node:crypto";
import { bearerOf, type Given, type HttpAnswer, Refusal } from "../http/answer.ts";
import { answerBatch, answerOf, type GraphRequest, itemNotFound, jsonOf, readUrl } from "./answer.ts";
import type { Api, ApiPorts } from "../http/oauth.ts";
import { type Access, GRAPH } from "../http/tokens.ts";
import { isShared } from "../correspondents.ts";
import { createDelta } from "./message-json.ts";
import { mailboxAt } from "./mailbox.ts";
import { folderRoutes, messageRoutes } from "./routes.ts";
import { createUploads } from "./drafts.ts";

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
const createSubscriptions = () => {
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

/** The stand-in, with its delta queries. */
export const createGraph = ({ store, deliver, tokens, settings, calls, origin }: ApiPorts) => {
  const delta = createDelta();
  const uploads = createUploads();
  const subscriptions = createSubscriptions();

  const accessOf = (given: Pick<Given, "headers">): Access => {
    const bearer = bearerOf(given);
    if (bearer === "") throw new Refusal(401, "InvalidAuthenticationToken", "Access token is empty.");
    const access = tokens.read("access", bearer);
    if (!access) throw new Refusal(401, "InvalidAuthenticationToken", "Lifetime validation failed, the token is expired.");
    if (access.audience !== GRAPH)
      throw new Refusal(401, "InvalidAuthenticationToken", "Access token validation failure. Invalid audience.");
    return access;
  };

  const inMailbox = async (request: GraphRequest, access: Access): Promise<HttpAnswer> => {
    const [who = "", user = ""] = request.path;
    const isUser = who.toLowerCase() === "users";
    const address = isUser ? user.toLowerCase() : access.email;
    const denied = () => new Refusal(403, "ErrorAccessDenied", "Access is denied. Check credentials and try again.");
    if (address !== access.email && !isShared(address)) throw denied();
    const needs = (...permissions: readonly string[]) => {
      const wanted = address === access.email ? permissions : permissions.map((name) => `${name}.Shared`);
      if (!access.scopes.some((scope) => wanted.includes(scope))) throw denied();
    };
    const at = `${origin()}/v1.0/${isUser ? `users('${encodeURIComponent(address)}')` : "me"}`;
    const path = request.path.slice(isUser ? 2 : 1);
    const call = { ...request, path, mailbox: mailboxAt(store, address), at, origin: origin(), needs };
    const ports = { delta, uploads, settings, deliver };
    if (path[0]?.toLowerCase() === "mailfolders") return folderRoutes(call, ports);
    if (path[0] === "messages") return messageRoutes(call, ports);
    if (path.length > 0) throw new Refusal(400, "BadRequest", `Resource not found for the segment '${path[0]}'.`);
    if (!access.scopes.includes("User.Read")) throw denied();
    return { status: 200, body: { id: address, mail: address, userPrincipalName: address, displayName: address } };
  };

  /** A call of Graph, alone or of a batch; refusals are answers. */
  const answer = (method: string, url: string, given: Given): Promise<HttpAnswer> =>
    calls.run(
      `${method} ${url}`,
      async () => {
        const target = readUrl(url);
        if (!target) throw new Refusal(404, "BadRequest", "Invalid version.");
        const request = { method, ...target, ...given };
        const access = accessOf(given);
        if (target.path[0] === "subscriptions") return subscriptions.route(request, access.email);
        if (target.path[0] !== "$batch") return inMailbox(request, access);
        const { authorization } = given.headers;
        return answerBatch(request, (part, at, its) => answer(part, at, { ...its, headers: { ...its.headers, authorization } }));
      },
      answerOf,
    );

  const upload = (method: string, url: string, { headers, body }: Given): Promise<HttpAnswer> =>
    calls.run(`${method} ${url}`, () => uploads.put(url.slice("/upload/".length), headers["content-range"], body), answerOf);

  const api: Api = {
    takes: () => true,
    answer: (method, url, given) => (url.startsWith("/upload/") ? upload : answer)(method, url, given),
  };
  return { api, delta, subscriptions };
};
