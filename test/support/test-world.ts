import { anAccount, type Answer, type Ask, asking } from "./client.ts";

/** A JSON answer, read as loosely as a client would. */
type Json = Answer["body"];

/** An account with a test key, a sandbox mailbox, and the words in which its world is told. */
export const aTestWorld = async (target: { readonly url: string }, more: { readonly mailbox?: object; readonly credits?: number } = {}) => {
  const account = await anAccount(target, more.credits ?? 0, "world");
  const live = asking(target, account.key);
  const testKey: string = (await live("POST", "/v1/api-keys", { name: "tests", scopes: ["send", "read", "admin"], mode: "test" })).body
    .token;
  const ask: Ask = asking(target, testKey);
  const sandbox = async (email: string, rest: object = {}): Promise<string> => {
    const { status, body, text } = await ask("POST", "/v1/mailboxes", { type: "sandbox", email, ...rest });
    if (status !== 201) throw new Error(`not connected: ${text}`);
    return body.id;
  };
  const mailbox = await sandbox("sales@shop.test", more.mailbox);
  const anEmail = (rest: object = {}) => ({ mailbox_id: mailbox, to: "jane@example.com", subject: "Hi", body_text: "Hello", ...rest });
  const answered = async (method: string, path: string, body?: object): Promise<Json> => {
    const answer = await ask(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  return {
    account,
    live,
    testKey,
    ask,
    sandbox,
    mailbox,
    anEmail,
    send: (rest: object = {}): Promise<Json> => answered("POST", "/v1/send", anEmail(rest)),
    batch: (emails: readonly object[]): Promise<Json> => answered("POST", "/v1/send/batch", { emails }),
    record: (id: string): Promise<Json> => answered("GET", `/v1/send/${id}`),
    get: (path: string): Promise<Json> => answered("GET", path),
    post: (path: string, body: object = {}): Promise<Json> => answered("POST", path, body),
    /** Moves the clock, as often as a call ends before everything is done. */
    advance: async (advance: string): Promise<Json> => {
      let moved = await answered("POST", "/v1/sandbox/clock", { advance });
      const target = new Date(Date.parse(moved.from) + msOf(advance)).toISOString();
      while (!moved.settled) moved = await answered("POST", "/v1/sandbox/clock", { to: target });
      return moved;
    },
    now: async (): Promise<Date> => new Date((await answered("GET", "/v1/sandbox/clock")).now),
  };
};

const msOf = (duration: string): number => {
  const [, days = "0", hours = "0", minutes = "0", seconds = "0"] =
    /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration) ?? [];
  return (((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
};

/** The length of a test world's account. */
export type TestWorld = Awaited<ReturnType<typeof aTestWorld>>;
