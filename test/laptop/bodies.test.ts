import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { localAws } from "#infra/local/aws-endpoint.ts";
import { s3Bodies } from "#shared/platform/s3.ts";
import { packed, unpacked } from "#shared/platform/body-store.ts";
import { localBucket } from "#test/support/body-store.ts";

const bucket = localBucket();
const at = (change: object = {}) => s3Bodies({ bucket: bucket.bucket(), region: localAws.region, endpoint: bucket.endpoint(), ...change });
afterEach(() => vi.stubEnv("AWS_SECRET_ACCESS_KEY", localAws.credentials.secretAccessKey));

it("stores, replaces, lists and deletes objects, each whole in its file", async () => {
  const store = at();
  await store.put("dated/a/one", Buffer.from("first"));
  await store.put("dated/a/one", Buffer.from("second"));
  await store.put("dated/b/one", Buffer.from(""));

  expect(Buffer.from((await store.get("dated/a/one"))!).toString()).toBe("second");
  expect((await store.get("dated/b/one"))!).toHaveLength(0);
  expect((await store.list("dated/a/", "")).map(({ key }) => key)).toEqual(["dated/a/one"]);
  expect(await store.list("dated/a/", "dated/a/one")).toEqual([]);
  await store.remove("dated/a/one");
  await store.remove("dated/a/one");
  expect(await store.get("dated/a/one")).toBeUndefined();
  expect(readdirSync(`${bucket.dir}/dated/a`)).toEqual([]);
});

it("lists a thousand at a time, in the order of keys, and the rest after the last", async () => {
  const store = at();
  const keys = Array.from({ length: 1_003 }, (_, n) => `dated/many/${String(n).padStart(4, "0")}`);
  mkdirSync(`${bucket.dir}/dated/many`, { recursive: true });
  for (const key of keys) writeFileSync(`${bucket.dir}/${key}`, "x");

  const first = await store.list("dated/many/", "");
  expect(first.map(({ key }) => key)).toEqual(keys.slice(0, 1_000));
  expect((await store.list("dated/many/", first.at(-1)!.key)).map(({ key }) => key)).toEqual(keys.slice(1_000));
  rmSync(`${bucket.dir}/dated/many`, { recursive: true });
});

it.each([
  ["another secret key", { secret: "other" }, {}, "403 SignatureDoesNotMatch"],
  ["another region", {}, { region: "eu-west-1" }, "400 AuthorizationHeaderMalformed"],
  ["a bucket that is not there", {}, { bucket: "other" }, "404 NoSuchBucket"],
])("refuses, and calls it no missing object: %s", async (_, { secret }: { readonly secret?: string }, change, error) => {
  if (secret !== undefined) vi.stubEnv("AWS_SECRET_ACCESS_KEY", secret);
  await expect(at(change).get("dated/a/none")).rejects.toThrow(`S3 answered GET with ${error}`);
});

it.each([
  ["a key of more than 1,024 bytes", `dated/${"x".repeat(1_024)}`, "KeyTooLongError"],
  ["a key that is no path of a file", "dated//x", "InvalidURI"],
])("refuses %s", async (_, key, code) => {
  await expect(at().put(key, Buffer.from("x"))).rejects.toThrow(code);
});

it("refuses a body that is not the one that was signed, and a request without a signature", async () => {
  const url = `${bucket.endpoint()}/${bucket.bucket()}/dated/a/x`;
  expect((await fetch(url)).status).toBe(403);
  const hash = createHash("sha256").update("signed").digest("hex");
  const authorization = `AWS4-HMAC-SHA256 Credential=local/20261126/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=${"0".repeat(64)}`;
  const date = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const headers = { authorization, "x-amz-date": date, "x-amz-content-sha256": hash };
  const answer = await fetch(url, { method: "PUT", body: "sent", headers });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("XAmzContentSHA256Mismatch")]);
});

it("are asked again when the server is busy, and fail after the third time without telling the object", async () => {
  let calls = 0;
  const busy = createServer((request, response) => {
    calls += 1;
    request.resume().on("end", () => response.writeHead(503).end("<Error><Code>SlowDown</Code><Key>dated/a/secret</Key></Error>"));
  });
  await new Promise<void>((listening) => busy.listen(0, "127.0.0.1", listening));
  const endpoint = `http://127.0.0.1:${(busy.address() as AddressInfo).port}`;

  const failure = await at({ endpoint })
    .put("dated/a/secret", Buffer.from("x"))
    .catch((error: Error) => error);
  busy.close();

  expect(String(failure)).toBe("Error: S3 answered PUT with 503 SlowDown");
  expect(calls).toBe(3);
});

it("pack in less, and refuse damage", async () => {
  const text = Buffer.from("Shall we meet on Tuesday? ".repeat(200));
  const small = await packed(text);
  expect(small.length).toBeLessThan(text.length / 20);
  expect(Buffer.from(await unpacked(small)).equals(text)).toBe(true);
  const damaged = Buffer.from(small);
  damaged[damaged.length - 5]! ^= 1;
  await expect(unpacked(damaged)).rejects.toThrow();
});

it("are a 503 to a client while they cannot be read", async () => {
  vi.stubEnv("AWS_ENDPOINT_URL_S3", "http://127.0.0.1:1");
  vi.stubEnv("BODIES_BUCKET", "any");
  const { bodyStore } = await import("#shared/platform/wiring/bodies.ts");

  await expect(bodyStore.get("dated/a/x")).rejects.toMatchObject({ reason: "unavailable", headers: { "retry-after": "5" } });
});
