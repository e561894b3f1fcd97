import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { afterEach, expect, test } from "vitest";
import { localAws } from "#infra/local/aws-endpoint.ts";
import { keyringName, startSecrets } from "#infra/local/secrets/start-secrets.ts";
import type { Keyring } from "#shared/platform/credentials.ts";
import { linkKeysOf } from "#shared/suppressions/unsubscribe.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
const start = async (dir?: string) => {
  const source = { name: "email-service", mongodbUri: "mongodb://127.0.0.1:1", oauth: { google: { client_id: "x" } } };
  const secrets = await startSecrets(dir === undefined ? source : { ...source, dir });
  const client = new SecretsManagerClient({ ...localAws, endpoint: secrets.endpoint });
  stops.push(secrets.stop, async () => client.destroy());
  return { arn: secrets.arn, keyringArn: secrets.keyringArn, client };
};
const read = async (client: SecretsManagerClient, SecretId = "email-service") => {
  const { SecretString = "" } = await client.send(new GetSecretValueCommand({ SecretId }));
  return JSON.parse(SecretString) as Record<string, unknown>;
};
const readKeyring = async (client: SecretsManagerClient) => (await read(client, keyringName("email-service"))) as unknown as Keyring;

test("gives each secret by its name and by its ARN, the main one without the keyring", async () => {
  const { client, arn, keyringArn } = await start();

  const byName = await read(client);
  const byArn = await read(client, arn);

  expect(byArn).toEqual(byName);
  const keyring = await readKeyring(client);
  const links = linkKeysOf(keyring);
  expect(byName).toEqual({ mongodbUri: "mongodb://127.0.0.1:1", oauth: { google: { client_id: "x" } }, links });
  expect(await read(client, keyringArn)).toEqual(keyring);
  expect(Buffer.from(keyring.keys[keyring.current] ?? "", "base64")).toHaveLength(32);
});

test("answers an unknown secret with ResourceNotFoundException", async () => {
  const { client } = await start();

  await expect(read(client, "other")).rejects.toMatchObject({ name: "ResourceNotFoundException" });
});

test("gives what was put last", async () => {
  const { client } = await start();

  await client.send(new PutSecretValueCommand({ SecretId: "email-service", SecretString: '{"links":null}' }));

  expect(await read(client)).toEqual({ links: null });
  expect(await readKeyring(client)).toHaveProperty("current");
});

test("keeps the keyring of a data folder, readable by its owner only, and makes another one without", async () => {
  const dir = mkdtempSync(join(tmpdir(), "secrets-"));

  const rings = [];
  for (const folder of [dir, dir, undefined]) rings.push(await readKeyring((await start(folder)).client));
  const mode = statSync(join(dir, "keyring.json")).mode & 0o777;
  rmSync(dir, { recursive: true });

  expect(rings[1]).toEqual(rings[0]);
  expect(rings[2]).not.toEqual(rings[0]);
  expect(mode).toBe(0o600);
});
