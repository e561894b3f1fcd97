import { type Given, type HttpAnswer, jsonIn, lowerCased, Refusal } from "../http/answer.ts";
import { randomBytes } from "node:crypto";

/** A call of the stand-in for Gmail: its path below `/gmail/v1/users/me` in decoded segments. */
export interface GmailRequest extends Given {
  readonly method: string;
  readonly user: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  /** Whether it came to `/upload`, with MIME as its body. */
  readonly isUpload: boolean;
}

/** google.rpc.Code by the status of the answer. */
const STATUSES: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  413: "INVALID_ARGUMENT",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
};
const OF_USAGE = /limitexceeded$/i;

/** An error as Gmail's API words it (developers.google.com/workspace/gmail/api/guides/handle-errors). */
export const errorBody = (status: number, reason: string, message: string): object => ({
  error: {
    code: status,
    message,
    errors: [{ message, domain: OF_USAGE.test(reason) ? "usageLimits" : "global", reason }],
    ...(STATUSES[status] !== undefined && { status: STATUSES[status] }),
    ...(reason === "insufficientPermissions" && {
      details: [
        {
          "@type": "type.googleapis.com/google.rpc.ErrorInfo",
          reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
          domain: "googleapis.com",
          metadata: { service: "gmail.googleapis.com" },
        },
      ],
    }),
  },
});

/** The answer of a refusal. */
export const answerOf = ({ status, code, message, headers }: Refusal): HttpAnswer => ({
  status,
  headers,
  body: errorBody(status, code, message),
});

/** 404 as Gmail words it, for messages, drafts, labels and history alike. */
export const notFound = (): Refusal => new Refusal(404, "notFound", "Requested entity was not found.");
/** 400 for an argument. */
export const invalid = (message: string): Refusal => new Refusal(400, "invalidArgument", message);
/** 403 without the scope. */
export const insufficient = (): Refusal => new Refusal(403, "insufficientPermissions", "Request had insufficient authentication scopes.");

/** The request's JSON body; throws 400. */
export const jsonOf = ({ body }: Given): Record<string, unknown> => {
  const fields = jsonIn(body);
  if (!fields) throw new Refusal(400, "parseError", "Invalid JSON payload received.");
  return fields;
};

/** A URL as the stand-in reads it; undefined for any other path. */
export const readUrl = (text: string): Pick<GmailRequest, "user" | "path" | "query" | "isUpload"> | undefined => {
  const url = new URL(text, "https://gmail.invalid");
  const [, upload, user, path = ""] = /^(\/upload)?\/gmail\/v1\/users\/([^/]+)\/?(.*)$/.exec(url.pathname) ?? [];
  if (user === undefined) return undefined;
  const segments = path.split("/").filter(Boolean).map(decodeURIComponent);
  return { user: decodeURIComponent(user).toLowerCase(), path: segments, query: url.searchParams, isUpload: upload !== undefined };
};

/** A part of a multipart body: its header fields and its content. */
interface Part {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Buffer;
}

const headersIn = (block: string): Record<string, string> =>
  lowerCased(Object.fromEntries(block.split(/\r?\n/).flatMap((line) => (line.includes(":") ? [nameAndValue(line)] : []))));
const nameAndValue = (line: string): [string, string] => [
  line.slice(0, line.indexOf(":")).trim(),
  line.slice(line.indexOf(":") + 1).trim(),
];

/** A header block, and what follows the empty line after it. */
const split = (text: string): { readonly head: string; readonly rest: string } => {
  const [, head = "", rest = ""] = /^([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(text) ?? ["", text, ""];
  return { head, rest };
};

/** The parts of a multipart body (RFC 2046, 5.1.1); throws 400 without a boundary. */
export const partsOf = ({ headers, body }: Given): readonly Part[] => {
  const boundary = /boundary="?([^";]+)"?/i.exec(headers["content-type"] ?? "")?.[1];
  if (boundary === undefined) throw new Refusal(400, "badRequest", "Failed to parse batch request, missing boundary.");
  const pieces = `\r\n${body.toString("latin1")}`.split(new RegExp(`\\r?\\n--${boundary.replaceAll(/[^\w]/g, "\\$&")}`));
  return pieces
    .slice(1)
    .filter((piece) => !piece.startsWith("--"))
    .map((piece) => {
      const { head, rest } = split(piece.replace(/^[ \t]*\r?\n/, ""));
      return { headers: headersIn(head), content: Buffer.from(rest, "latin1") };
    });
};

/** The most calls of a batch (developers.google.com/workspace/gmail/api/guides/batch). */
const MOST = 100;

/**
 * Answers a batch: each call alone, the answers in another order (developers.google.com/workspace/gmail/api/guides/batch). The batch's authorisation
 * holds for calls without their own.
 */
export const answerBatch = async (
  given: Given,
  answer: (method: string, url: string, given: Given) => Promise<HttpAnswer>,
): Promise<HttpAnswer> => {
  const parts = partsOf(given);
  if (parts.length > MOST) throw new Refusal(400, "badRequest", `The batch request has more than ${MOST} calls.`);
  const answers: string[] = [];
  for (const { headers, content } of parts) {
    const { head, rest } = split(content.toString("latin1"));
    const [, method, url] = /^([A-Z]+) (\S+)/.exec(head) ?? [];
    const own = headersIn(head);
    const { authorization = given.headers["authorization"] } = own;
    const answered =
      method === undefined || url === undefined
        ? { status: 400, body: errorBody(400, "badRequest", "Failed to parse batch request, wrong inner request.") }
        : await answer(method, new URL(url, "https://gmail.invalid").href.replace("https://gmail.invalid", ""), {
            headers: { ...own, authorization },
            body: Buffer.from(rest, "latin1"),
          });
    answers.push(partOf(headers["content-id"], answered));
  }
  const boundary = `batch_${randomBytes(12).toString("base64url")}`;
  const lines = answers.toReversed().map((one) => `--${boundary}\r\n${one}\r\n`);
  return {
    status: 200,
    headers: { "content-type": `multipart/mixed; boundary=${boundary}` },
    body: Buffer.from(`${lines.join("")}--${boundary}--\r\n`, "latin1"),
  };
};

/** An answer of a batch: it is named after its call, `<response-item1>` for `<item1>`. */
const partOf = (id: string | undefined, { status, headers = {}, body }: HttpAnswer): string => {
  const json =
    body === undefined ? "" : Buffer.isBuffer(body) ? body.toString("latin1") : Buffer.from(JSON.stringify(body)).toString("latin1");
  const fields = { "Content-Type": "application/json; charset=UTF-8", ...headers, "Content-Length": String(json.length) };
  return [
    "Content-Type: application/http",
    ...(id === undefined ? [] : [`Content-ID: ${id.replace("<", "<response-")}`]),
    "",
    `HTTP/1.1 ${status} ${status < 400 ? "OK" : "Error"}`,
    ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
    "",
    json,
  ].join("\r\n");
};
