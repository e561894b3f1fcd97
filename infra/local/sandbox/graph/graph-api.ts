/**
 * A stand-in for Microsoft Graph's mail, made from Microsoft's documentation: README.md beside this file lists each behaviour with its page. It uses
 * the sandbox's mail.
 */
import type { Api, ApiPorts } from "../http/api.ts";
import { bearerOf, type Given, type HttpAnswer, Refusal } from "../http/answer.ts";
import { type Access, GRAPH } from "../http/tokens.ts";
import { isShared } from "../logins.ts";
import { answerBatch, answerOf, type GraphRequest, readUrl } from "./answer.ts";
import { createDelta } from "./delta.ts";
import { mailboxAt } from "./mailbox.ts";
import { folderRoutes, messageRoutes } from "./routes.ts";
import { createSubscriptions } from "./subscriptions.ts";
import { createUploads } from "./uploads.ts";

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
