// An OAuth client on this machine: its metadata documents, good and hostile ones, and the steps of its flow with a person who is signed in.
import { createHash, randomBytes } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { anAccount, type Answer, type Ask, asking, inMs } from "./client.ts";

const MEGABYTE = Buffer.alloc(1_000_000, "x");

/** 100 MB, as quickly as they are taken. */
const sendMuch = (response: ServerResponse): void => {
  let left = 100;
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(MEGABYTE)) {
        response.once("drain", more);
        return;
      }
    }
    response.end();
  };
  response.write('{"client_id":"');
  more();
};

/** A byte at a time, without end. */
const sendForEver = (response: ServerResponse): void => {
  const timer = setInterval(() => response.write(" "), 100);
  response.on("close", () => clearInterval(timer));
};

/** Serves documents: any path is a client's, but /huge, /hang, /redirect, /other, /text and /slow are none. */
export const startClientHost = async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    asked.push(path);
    const base = `http://${request.headers.host}`;
    if (path === "/hang") return;
    if (path === "/redirect") {
      response.writeHead(302, { location: `${base}/client.json` }).end();
      return;
    }
    response.writeHead(200, { "content-type": path === "/text" ? "text/plain" : "application/json" });
    const uris = ["http://127.0.0.1/cb", "https://app.example/cb", "http://127.0.0.1/callback"];
    const id = path === "/other" ? "/client.json" : path;
    if (path === "/slow") sendForEver(response);
    else if (path === "/huge") sendMuch(response);
    else response.end(JSON.stringify({ client_id: `${base}${id}`, client_name: "Claude", redirect_uris: uris }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
};

/** What the console's own page sends with a change. */
export const ownPage = (cookie: string) => ({ cookie, "x-console": "1", "sec-fetch-site": "same-origin" });

/** A PKCE verifier and its S256 challenge. */
export const pkce = () => {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
};

type Fields = Readonly<Record<string, string | undefined>>;

/** The steps of a client at a system; `cookie` is the session of the person. */
export const oauthFlow = (system: { readonly url: string }, clientId: string, cookie: string) => {
  const ask = asking(system, "");
  const redirectUri = "http://127.0.0.1:49152/cb";
  const { verifier, challenge } = pkce();
  const request = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    code_challenge: challenge,
    code_challenge_method: "S256",
    resource: `${system.url}/mcp`,
    scope: "read draft send",
    state: "st ate&x",
  };
  const given = (fields: Fields): Record<string, string> =>
    Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined));
  const post = (path: string, fields: Fields): Promise<Answer> =>
    ask("POST", path, new URLSearchParams(given(fields)).toString(), { "content-type": "application/x-www-form-urlencoded" });
  const look = (more: Fields = {}): Promise<Answer> =>
    ask("GET", `/console/consent?${new URLSearchParams(given({ ...request, ...more })).toString()}`, undefined, ownPage(cookie));
  const allow = (more: Readonly<Record<string, unknown>> = {}, headers: Record<string, string> = ownPage(cookie)): Promise<Answer> =>
    ask("POST", "/console/consent", { ...request, level: "read", expires_at: inMs(86_400_000), ...more }, headers);
  const exchange = (code: string, more: Fields = {}): Promise<Answer> =>
    post("/oauth/token", {
      grant_type: "authorization_code",
      client_id: clientId,
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
      resource: request.resource,
      ...more,
    });
  const codeOf = ({ body }: Answer): string => new URL(body.location).searchParams.get("code") ?? "";
  /** A person allows it, and the client gets its token. */
  const token = async (more: Readonly<Record<string, unknown>> = {}): Promise<string> =>
    (await exchange(codeOf(await allow(more)))).body.access_token as string;
  return {
    request,
    redirectUri,
    verifier,
    look,
    allow,
    exchange,
    codeOf,
    token,
    revoke: (one: string) => post("/oauth/revoke", { token: one }),
    post,
  };
};

/** The session's cookie in an answer. */
export const cookieOf = ({ headers }: Answer): string => headers.get("set-cookie")?.split(";")[0] ?? "";

/** A person who is signed in to the console, and a client of theirs. */
export const aPerson = async (system: { readonly url: string }, clientId: string) => {
  const account = await anAccount(system, 0, "person");
  const cookie = cookieOf(await asking(system, "")("POST", "/console/session", account.login));
  const as = asking(system, account.key);
  return { ...account, cookie, as, flow: oauthFlow(system, clientId, cookie) };
};

/** The keys of OAuth clients in an account's list. */
export const clientKeys = async (as: Ask) =>
  ((await as("GET", "/v1/api-keys")).body as readonly Record<string, unknown>[]).filter(({ client_id: id }) => id !== "");
