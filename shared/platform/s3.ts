import { createHash, createHmac, type Hash, type Hmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { defaultProvider } from "@aws-sdk/credential-provider-node";
import { SignatureV4 } from "@smithy/signature-v4";
import type { BodyStore } from "./body-store.ts";

/** A bucket of Amazon S3, and how it is reached. */
export interface BucketSettings {
  readonly bucket: string;
  readonly region: string;
  /** Replaces S3's own address; objects then stand below `/BUCKET/`. */
  readonly endpoint?: string | undefined;
}

/** How long one try of a call may take, ms, and how many there are: a page's bodies must be read within the answer's time. */
const TRY_MS = 2_000;
const TRIES = 3;
const PAUSE_MS = 100;
/** Whether S3 asks clients to repeat the request (Amazon S3, "Error responses": InternalError, SlowDown, RequestTimeout). */
const passes = (status: number): boolean => status >= 500 || status === 429 || status === 408;

/** Node's SHA-256 in the form that the signer takes. */
class Sha256 {
  private readonly hash: Hash | Hmac;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.hash = secret === undefined ? createHash("sha256") : createHmac("sha256", secret as string);
  }
  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.hash.update(data as string);
  }
  async digest(): Promise<Uint8Array> {
    return this.hash.digest();
  }
}

interface Call {
  readonly method: "GET" | "PUT" | "DELETE";
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

interface Answer {
  readonly status: number;
  readonly content: Uint8Array;
}

/** S3's code of a failure, which stands in XML (Amazon S3, "Error responses"). */
const codeOf = ({ content }: Answer): string => /<Code>(\w{1,100})<\/Code>/.exec(Buffer.from(content).toString())?.[1] ?? "no code";

/** A page of a listing has at most so many (Amazon S3 API, "ListObjectsV2"). */
const MOST_OBJECTS = 1_000;

/** The keys and times of a listing (Amazon S3 API, "ListObjectsV2"); ours need no escape in XML. */
const objectsIn = (xml: string): readonly { readonly key: string; readonly at: Date }[] =>
  xml
    .split("<Contents>", MOST_OBJECTS + 1)
    .slice(1)
    .flatMap((one) => {
      const [key, at] = [/<Key>([^<]*)<\/Key>/.exec(one)?.[1], /<LastModified>([^<]*)<\/LastModified>/.exec(one)?.[1]];
      return key === undefined || at === undefined ? [] : [{ key, at: new Date(at) }];
    });

/**
 * Objects in a bucket of S3, by calls that the AWS SDK's signer signs: its S3 client has 319 KB minified, this and the signer 34. Each call
 * carries the SHA-256 of its body, which S3 compares (Amazon S3, "Signature calculations: transferring payload in a single chunk"); a new object is
 * readable everywhere once it is answered with 200 ("Amazon S3 data consistency model").
 */
export const s3Bodies = ({ bucket, region, endpoint }: BucketSettings): BodyStore => {
  const base = new URL(endpoint === undefined ? `https://${bucket}.s3.${region}.amazonaws.com/` : `${endpoint}/${bucket}/`);
  const signer = new SignatureV4({ service: "s3", region, credentials: defaultProvider(), sha256: Sha256, uriEscapePath: false });
  const tryOnce = async ({ method, key = "", query = {}, body }: Call): Promise<Answer> => {
    const url = new URL(key, base);
    url.search = new URLSearchParams(query).toString();
    const port = url.port === "" ? {} : { port: Number(url.port) };
    const where = { protocol: url.protocol, hostname: url.hostname, ...port, path: url.pathname, query: { ...query } };
    const { headers } = await signer.sign({ ...where, method, headers: { host: url.host }, ...(body && { body }) });
    const { host: _host, ...own } = headers;
    const init = {
      method,
      headers: own,
      signal: AbortSignal.timeout(TRY_MS),
      ...(body && { body: Buffer.from(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength) }),
    };
    const response = await fetch(url, init);
    return { status: response.status, content: new Uint8Array(await response.arrayBuffer()) };
  };
  const call = async (what: Call, left = TRIES): Promise<Answer> => {
    const answer = await tryOnce(what).catch((error: unknown) => {
      if (left <= 1) throw new Error(`S3 did not answer ${what.method}`, { cause: error });
      return undefined;
    });
    if (answer && !(passes(answer.status) && left > 1)) return answer;
    await pause(PAUSE_MS * 2 ** (TRIES - left));
    return call(what, left - 1);
  };
  /** The content of a successful answer; throws otherwise, with the status and S3's code, and nothing of the object. */
  const need = async (what: Call): Promise<Uint8Array> => {
    const answer = await call(what);
    if (answer.status < 300) return answer.content;
    throw Object.assign(new Error(`S3 answered ${what.method} with ${answer.status} ${codeOf(answer)}`), { code: codeOf(answer) });
  };
  return {
    put: async (key, content) => void (await need({ method: "PUT", key, body: content })),
    // S3 reports a missing object only to callers who may list the bucket; others get AccessDenied (Amazon S3 API, "GetObject", permissions).
    get: (key) =>
      need({ method: "GET", key }).catch((error: Error & { code?: string }) => {
        if (error.code !== "NoSuchKey") throw error;
        return undefined;
      }),
    remove: async (key) => void (await need({ method: "DELETE", key })),
    list: async (prefix, after) => {
      const query = { "list-type": "2", prefix, ...(after !== "" && { "start-after": after }) };
      return objectsIn(Buffer.from(await need({ method: "GET", query })).toString());
    },
  };
};

/** The bucket of the process's own region, or at AWS_ENDPOINT_URL_S3 (AWS SDKs, "Service-specific endpoints"). */
export const openBucket = (bucket: string): BodyStore => {
  if (bucket === "") throw new Error("BODIES_BUCKET is not set, and a body has left the database");
  return s3Bodies({ bucket, region: process.env["AWS_REGION"] ?? "us-east-1", endpoint: process.env["AWS_ENDPOINT_URL_S3"] });
};
