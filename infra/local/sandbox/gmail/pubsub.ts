import { createSign, generateKeyPairSync } from "node:crypto";
import type { Watch } from "./routes.ts";

/** A push subscription of a topic, which its owner makes in Google Cloud (cloud.google.com/pubsub/docs/push). */
export interface Push {
  readonly topic: string;
  readonly url: string;
  /** The account that signs; `push` of the topic's project when absent. */
  readonly serviceAccount?: string;
}

const KID = "sandbox-1";
const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Google Pub/Sub as Gmail's watches use it: signed calls, and the keys that prove them (cloud.google.com/pubsub/docs/authenticate-push-subscriptions). */
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
