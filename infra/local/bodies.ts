import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { localAws } from "./aws-endpoint.ts";
import { listenOnLoopback } from "./socket-input.ts";

/** The part of Amazon S3 that we use: one bucket, whose objects are files below a folder. It refuses what S3 refuses. */
const BUCKET = "email-local-bodies";

/** Amazon S3, "Creating object key names": 1,024 bytes; "ListObjectsV2": 1,000 keys an answer; "PutObject": 5 GB. */
const KEY_BYTES = 1_024;
const LISTED_MAX = 1_000;
/** AWS, "Troubleshoot Signature Version 4 signing": a request is valid for 15 minutes around its time. */
const SKEW_MS = 900_000;

class S3Error extends Error {
  readonly status: number;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
  }
}

const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Uint8Array, data: string) => createHmac("sha256", key).update(data).digest();
/** RFC 3986's unreserved characters stay, as AWS encodes ("Create a signed AWS API request", URI encode). */
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

const timeOf = (date: string): number => Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));

/** Checks the signature as AWS describes it ("Create a signed AWS API request"), and that the body is the one that was signed. */
const checkSignature = ({ method = "", headers }: IncomingMessage, url: URL, body: Uint8Array): void => {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/((\d{8})\/([\w-]+)\/s3\/aws4_request), SignedHeaders=([\w;-]+), Signature=(\w{64})$/.exec(
      headers.authorization ?? "",
    );
  if (!given) throw new S3Error(403, "AccessDenied");
  const [, id, scope = "", day = "", region = "", names = "", signature = ""] = given;
  if (id !== localAws.credentials.accessKeyId) throw new S3Error(403, "InvalidAccessKeyId");
  if (region !== localAws.region) throw new S3Error(400, "AuthorizationHeaderMalformed");
  const date = String(headers["x-amz-date"]);
  if (!(Math.abs(timeOf(date) - Date.now()) < SKEW_MS)) throw new S3Error(403, "RequestTimeTooSkewed");
  const hash = String(headers["x-amz-content-sha256"]);
  if (hash !== sha256(body)) throw new S3Error(400, "XAmzContentSHA256Mismatch");
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).toSorted();
  const signed = names.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const request = [method, url.pathname, query.join("&"), signed.join(""), names, hash].join("\n");
  const key = [region, "s3", "aws4_request"].reduce(hmac, hmac(`AWS4${localAws.credentials.secretAccessKey}`, day));
  const wanted = hmac(key, ["AWS4-HMAC-SHA256", date, scope, sha256(request)].join("\n"));
  if (!timingSafeEqual(wanted, Buffer.from(signature, "hex"))) throw new S3Error(403, "SignatureDoesNotMatch");
};

/** The path of an object's file; a key must not lead out of the folder. */
const fileOf = (dir: string, key: string): string => {
  if (Buffer.byteLength(key) > KEY_BYTES) throw new S3Error(400, "KeyTooLongError");
  if (key.split("/").some((part) => part === "" || part === "." || part === "..")) throw new S3Error(400, "InvalidURI");
  return join(dir, key);
};

/** The file is whole or not there, whenever the process dies. */
const put = (dir: string, key: string, body: Uint8Array): void => {
  const file = fileOf(dir, key);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}~`, body, { mode: 0o600, flush: true });
  renameSync(`${file}~`, file);
};

const missing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

const get = (dir: string, key: string): Uint8Array => {
  try {
    return readFileSync(fileOf(dir, key));
  } catch (error) {
    throw missing(error) ? new S3Error(404, "NoSuchKey") : error;
  }
};

const list = (dir: string, { prefix, after }: { readonly prefix: string; readonly after: string }): string => {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile() && !one.name.endsWith("~"));
  const keys = files.map((one) => join(one.parentPath, one.name).slice(dir.length + 1));
  const listed = keys.filter((key) => key.startsWith(prefix) && key > after).toSorted();
  const entry = (key: string) =>
    `<Contents><Key>${key}</Key><LastModified>${statSync(join(dir, key)).mtime.toISOString()}</LastModified></Contents>`;
  return `<ListBucketResult><IsTruncated>${listed.length > LISTED_MAX}</IsTruncated>${listed.slice(0, LISTED_MAX).map(entry).join("")}</ListBucketResult>`;
};

const answer = async (dir: string, request: IncomingMessage): Promise<{ readonly status: number; readonly body?: Uint8Array | string }> => {
  const url = new URL(request.url ?? "/", "http://local");
  const body = await buffer(request);
  if (request.method === "PUT" && request.headers["content-length"] === undefined) throw new S3Error(411, "MissingContentLength");
  checkSignature(request, url, body);
  const [, bucket, ...rest] = decodeURIComponent(url.pathname).split("/");
  if (bucket !== BUCKET) throw new S3Error(404, "NoSuchBucket");
  const key = rest.join("/");
  if (key === "" && request.method === "GET") {
    const { searchParams: of } = url;
    return { status: 200, body: list(dir, { prefix: of.get("prefix") ?? "", after: of.get("start-after") ?? "" }) };
  }
  if (request.method === "GET") return { status: 200, body: get(dir, key) };
  if (request.method === "PUT") put(dir, key, body);
  // A key without an object is no error (Amazon S3 API, "DeleteObject").
  else if (request.method === "DELETE") rmSync(fileOf(dir, key), { force: true });
  else throw new S3Error(405, "MethodNotAllowed");
  return { status: request.method === "PUT" ? 200 : 204 };
};

/** Starts the emulator on 127.0.0.1; its objects are files below `dir`. */
export const startBodies = async (dir: string) => {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const server = createServer((request, response) => {
    answer(dir, request).then(
      ({ status, body }) => response.writeHead(status).end(body),
      (error: Error) => {
        const status = error instanceof S3Error ? error.status : 500;
        const code = error instanceof S3Error ? error.message : "InternalError";
        response.writeHead(status, { "content-type": "application/xml" }).end(`<Error><Code>${code}</Code></Error>`);
      },
    );
  });
  const port = await listenOnLoopback(server);
  return {
    bucket: BUCKET,
    endpoint: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
};
