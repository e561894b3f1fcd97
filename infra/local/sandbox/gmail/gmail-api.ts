/**
 * A stand-in for the Gmail API, made from Google's documentation: README.md beside this file lists each behaviour with its page. It uses the
 * sandbox's mail.
 */
import { createSign, generateKeyPairSync } from "node:crypto";
import { route, type Watch } from "./routes.ts";
import { bearerOf, type Given, type HttpAnswer, Refusal } from "../http/answer.ts";
import type { Api, ApiPorts } from "../http/oauth.ts";
import { type Access, GOOGLE } from "../http/tokens.ts";
import { answerBatch, answerOf, readUrl } from "./answer.ts";
import { createMailboxes } from "./mailbox.ts";

/** A push subscription of a topic, which its owner makes in Google Cloud (cloud.google.com/pubsub/docs/push). */
interface Push {
  readonly topic: string;
  readonly url: string;
  /** The account that signs; `push` of the topic's project when absent. */
  readonly serviceAccount?: string;
}

const KID = "sandbox-1";
const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/**
 * Google Pub/Sub as Gmail's watches use it: signed calls, and the keys that prove them
 * (cloud.google.com/pubsub/docs/authenticate-push-subscriptions).
 */
export const createPubsub = (watches: ReadonlyMap<string, Watch>, historyOf: (address: string) => string) => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pushes: Push[] = [];

  /** A token of Google's for an address, with other claims or another header where a test forges one. */
  const sign = (audience: string, email: string, claims: object = {}, head: object = {}): string => {
    const iat = Math.floor(Date.now() / 1000);
    const whole = { iss: "https://accounts.google.com", aud: audience, email, email_verified: true, iat, exp: iat + 3_600, ...claims };
    const text = `${base64({ alg: "RS256", kid: KID, typ: "JWT", ...head })}.${base64(whole)}`;
    return `${text}.${createSign("RSA-SHA256").update(text).sign(privateKey).toString("base64url")}`;
  };
  const projectOf = (topic: string): string => topic.split("/")[1] ?? "";
  const tell = async ({ topic, url, serviceAccount }: Push, address: string): Promise<number> => {
    const token = sign(url, serviceAccount ?? `push@${projectOf(topic)}.iam.gserviceaccount.com`);
    const data = base64({ emailAddress: address, historyId: Number(historyOf(address)) });
    const subscription = `projects/${projectOf(topic)}/subscriptions/mail`;
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ message: { data, messageId: "1", publishTime: new Date().toISOString() }, subscription }),
      signal: AbortSignal.timeout(10_000),
    });
    return answer.status;
  };
  return {
    keys: { keys: [{ ...publicKey.export({ format: "jwk" }), kid: KID, alg: "RS256", use: "sig" }] },
    sign,
    /** Begins to push a topic to a URL. */
    subscribe: (push: Push): void => void pushes.push(push),
    /** Tells of a new message where the address is watched; what is not taken is lost here, as it may be at Google's. */
    delivered: (address: string): void => {
      const watch = watches.get(address.toLowerCase());
      if (!watch || watch.expiration < Date.now()) return;
      for (const push of pushes) if (push.topic === watch.topicName) tell(push, address.toLowerCase()).catch(() => undefined);
    },
  };
};

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
