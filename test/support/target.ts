import type { Api } from "#infra/local/demo/play.ts";
import { mailboxAt, type MailProvider, until } from "./client.ts";
import { runSystem } from "./running-system.ts";

/** The system under test: two accounts with a key each, and where to find a mail provider. */
export interface Target {
  readonly url: string;
  readonly key: string;
  readonly otherKey: string;
  readonly mail: MailProvider;
  stop(): Promise<void>;
}

/** The system that CONTRACT_TARGET describes as JSON (the lane that runs the real bundles sets it), else the local one, started here without a rate limit. */
export const openTarget = async (): Promise<Target> => {
  const given = process.env["CONTRACT_TARGET"];
  if (given) return { ...(JSON.parse(given) as Omit<Target, "stop">), stop: async () => {} };
  const system = await runSystem();
  await system.topUpOther(1_000);
  const { url, apiKey, otherKey, mail } = system;
  return { url, key: apiKey, otherKey, mail, stop: () => system.stop() };
};

/** One resource of each kind that an account owns, by the name of its path placeholder's kind. */
export interface Owned {
  readonly mailbox: string;
  readonly send: string;
  readonly message: string;
  readonly thread: string;
  readonly apiKey: string;
  readonly connectLink: string;
  readonly sequence: string;
}

/** Where the links of tests lead back to. */
export const REDIRECT_URI = "https://app.example.com/connected";

/** Connects a mailbox, sends, and waits for the reply, so that the account owns one of everything. */
export const ownEverything = async (target: Target, api: Api, address: string): Promise<Owned> => {
  const mailbox = await api.post("/v1/mailboxes", mailboxAt(target.mail, address), 201);
  const send = await api.post("/v1/send", { mailbox_id: mailbox.id, to: `reply.${address}`, subject: "Hello", body_text: "How are you?" });
  const message = await until(async () => {
    const { messages } = await api.get(`/v1/inbox/messages?fresh=true&mailbox_id=${mailbox.id}`);
    return messages[0];
  });
  const [key] = await api.get("/v1/api-keys");
  await api.attempt("PATCH", "/v1/account", { connect_redirect_uris: [REDIRECT_URI] });
  const link = await api.post("/v1/connect-links", { redirect_uri: REDIRECT_URI });
  const sequence = await api.post("/v1/sequences", { mailbox_id: mailbox.id, steps: [{ subject: "Hi", body_text: "Hi" }] }, 201);
  return {
    sequence: sequence.id,
    connectLink: link.id,
    mailbox: mailbox.id,
    send: send.id,
    message: message.id,
    thread: message.thread_id,
    apiKey: key.id,
  };
};
