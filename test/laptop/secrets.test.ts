import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { afterEach, expect, test } from "vitest";
import { localAws } from "#infra/local/local-aws.ts";
import { startSecrets } from "#infra/local/secrets/start-secrets.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
const start = async (dir?: string) => {
  const source = { name: "email-service", mongodbUri: "mongodb://127.0.0.1:1", oauth: { google: { client_id: "x" } } };
  const secrets = await startSecrets(dir === undefined ? source : { ...source, dir });
  const client = new SecretsManagerClient({ ...localAws, endpoint: secrets.endpoint });
  stops.push(secrets.stop, async () => client.destroy());
  return { arn: secrets.arn, client };
};
const read = async (client: SecretsManagerClient, SecretId = "email-service") => {
  const { SecretString = "" } = await client.send(new GetSecretValueCommand({ SecretId }));
  return JSON.parse(SecretString) as { keyring: { current: string; keys: Record<string, string> } };
};

test("gives the one secret by its name and by its ARN", async () => {
  const { client, arn } = await start();

  const byName = await read(client);
  const byArn = await read(client, arn);

  expect(byArn).toEqual(byName);
  expect(byName).toMatchObject({ mongodbUri: "mongodb://127.0.0.1:1", oauth: { google: { client_id: "x" } } });
  expect(Buffer.from(byName.keyring.keys[byName.keyring.current] ?? "", "base64")).toHaveLength(32);
});

test("answers an unknown secret with ResourceNotFoundException", async () => {
  const { client } = await start();

  await expect(read(client, "other")).rejects.toMatchObject({ name: "ResourceNotFoundException" });
});

test("gives what was put last", async () => {
  const { client } = await start();

  await client.send(new PutSecretValueCommand({ SecretId: "email-service", SecretString: '{"keyring":null}' }));

  expect(await read(client)).toEqual({ keyring: null });
});

test("keeps the keyring of a data folder, readable by its owner only, and makes another one without", async () => {
  const dir = mkdtempSync(join(tmpdir(), "secrets-"));

  const rings = [];
  for (const folder of [dir, dir, undefined]) rings.push((await read((await start(folder)).client)).keyring);
  const mode = statSync(join(dir, "keyring.json")).mode & 0o777;
  rmSync(dir, { recursive: true });

  expect(rings[1]).toEqual(rings[0]);
  expect(rings[2]).not.toEqual(rings[0]);
  expect(mode).toBe(0o600);
});
