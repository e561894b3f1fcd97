import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, vi } from "vitest";
import { startBodies } from "#infra/local/bodies.ts";
import { localAws } from "#infra/local/aws-endpoint.ts";
import type { BodyStore } from "#shared/platform/body-store.ts";
import { s3Bodies } from "#shared/platform/s3.ts";

/** The local system's bucket, for a file's tests; `failing` makes its calls fail. */
export const localBucket = () => {
  const dir = mkdtempSync(join(tmpdir(), "bodies-"));
  let running: Awaited<ReturnType<typeof startBodies>>;
  let store: BodyStore;
  const state = { failing: false, reads: 0, under: 0, most: 0 };
  beforeAll(async () => {
    vi.stubEnv("AWS_ACCESS_KEY_ID", localAws.credentials.accessKeyId);
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", localAws.credentials.secretAccessKey);
    running = await startBodies(dir);
    store = s3Bodies({ bucket: running.bucket, region: localAws.region, endpoint: running.endpoint });
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await running.stop();
    rmSync(dir, { recursive: true });
  });
  const unlessFailing = () => {
    if (state.failing) throw new Error("S3 answered with 503 SlowDown");
  };
  const own: BodyStore = {
    put: async (key, content) => (unlessFailing(), store.put(key, content)),
    get: async (key) => {
      unlessFailing();
      state.reads += 1;
      state.most = Math.max(state.most, ++state.under);
      return store.get(key).finally(() => state.under--);
    },
    remove: async (key) => (unlessFailing(), store.remove(key)),
    list: async (prefix, after) => (unlessFailing(), store.list(prefix, after)),
  };
  return {
    dir,
    state,
    store: own,
    endpoint: () => running.endpoint,
    bucket: () => running.bucket,
    /** Every key below an account's two prefixes. */
    keysOf: async (userId: string) =>
      (await Promise.all(["dated", "undated"].map((kind) => store.list(`${kind}/${userId}/`, "")))).flat().map(({ key }) => key),
  };
};
