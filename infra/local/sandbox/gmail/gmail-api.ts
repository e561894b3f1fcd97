/**
 * A stand-in for the Gmail API, made from Google's documentation: README.md beside this file lists each behaviour with its page. It uses the
 * sandbox's mail.
 */
import { bearerOf, type Given, type HttpAnswer, Refusal } from "../http/answer.ts";
import type { Api, ApiPorts } from "../http/api.ts";
import { type Access, GOOGLE } from "../http/tokens.ts";
import { answerBatch, answerOf, readUrl } from "./answer.ts";
import { createMailboxes } from "./mailbox.ts";
import { createPubsub } from "./pubsub.ts";
import { route, type Watch } from "./routes.ts";

const BATCH = "/batch/gmail/v1";

const unauthenticated = () =>
  new Refusal(
    401,
    "authError",
    "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.",
  );

/** The stand-in, with its history and its watches. */
export const createGmail = ({ store, deliver, tokens, settings, calls }: ApiPorts) => {
  const mailboxes = createMailboxes(store);
  const watches = new Map<string, Watch>();

  const accessOf = (given: Given): Access => {
    const access = tokens.read("access", bearerOf(given));
    if (access?.audience !== GOOGLE) throw unauthenticated();
    return access;
  };

  const answer = (method: string, url: string, given: Given): Promise<HttpAnswer> =>
    calls.run(
      `${method} ${url}`,
      async () => {
        if (url.split("?")[0] === BATCH) return answerBatch(given, answer);
        const target = readUrl(url);
        if (!target) throw new Refusal(404, "notFound", "Not Found");
        const { email, scopes } = accessOf(given);
        if (target.user !== "me" && target.user !== email) throw new Refusal(403, "forbidden", `Delegation denied for ${email}`);
        return route({ method, ...target, ...given, scopes, mailbox: mailboxes.at(email) }, { settings, deliver, watches });
      },
      answerOf,
    );

  const api: Api = { takes: (path) => /^(?:\/upload)?\/gmail\/v1\/|^\/batch\/gmail\//.test(path), answer };
  /** `expire` makes every history id so far too old, of one address or of all. */
  const history = { expire: (address?: string): void => mailboxes.expire(address) };
  const pubsub = createPubsub(watches, (address) => mailboxes.at(address).history.current());
  return { api, history, watches, pubsub };
};
