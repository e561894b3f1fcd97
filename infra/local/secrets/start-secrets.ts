import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Keyring } from "#shared/platform/credentials.ts";
import { linkKeysOf } from "#shared/suppressions/unsubscribe.ts";
import { AwsError, startAwsEndpoint, type AwsRequest, LOCAL_ACCOUNT, localAws } from "../aws-endpoint.ts";

/** The part of Secrets Manager that we use: the main secret and the keyring, made from the local system's options. */

const newKeyring = (): Keyring => ({ current: "local-1", keys: { "local-1": randomBytes(32).toString("base64") } });

/** The keyring of a data folder, created at the first start and readable only by its owner; without a folder a new one each time. */
const localKeyring = (dir?: string): Keyring => {
  if (dir === undefined) return newKeyring();
  const file = join(dir, "keyring.json");
  if (!existsSync(file)) {
    mkdirSync(dir, { recursive: true });
    writeFileSync(file, JSON.stringify(newKeyring()), { mode: 0o600, flag: "wx" });
  }
  return JSON.parse(readFileSync(file, "utf8")) as Keyring;
};

/** The content of the secrets; `dir` keeps the keyring. */
export interface SecretSource {
  readonly name: string;
  readonly mongodbUri: string;
  /** Settings that override the built-in OAuth providers (`OAUTH_PROVIDERS`). */
  readonly oauth: Readonly<Record<string, unknown>>;
  readonly dir?: string;
}

/** The name of the keyring that belongs to a main secret. */
export const keyringName = (name: string): string => `${name}-keyring`;

const arnOf = (name: string): string => `arn:aws:secretsmanager:${localAws.region}:${LOCAL_ACCOUNT}:secret:${name}-local1`;

/** Starts the emulator on 127.0.0.1 with `{mongodbUri, oauth, links}` and the keyring, by their names or ARNs. */
export const startSecrets = async ({ name, mongodbUri, oauth, dir }: SecretSource) => {
  const keyring = localKeyring(dir);
  const held = (ownName: string, value: object) => ({ name: ownName, arn: arnOf(ownName), version: 1, text: JSON.stringify(value) });
  const secrets = [held(name, { mongodbUri, oauth, links: linkKeysOf(keyring) }), held(keyringName(name), keyring)];
  const answer = ({ target, body }: AwsRequest): object => {
    const { SecretId, SecretString } = body as { SecretId?: string; SecretString?: string };
    const secret = secrets.find((known) => SecretId === known.name || SecretId === known.arn);
    if (!secret) throw new AwsError("ResourceNotFoundException", "Secrets Manager can't find the specified secret.");
    const facts = () => ({
      ARN: secret.arn,
      Name: secret.name,
      VersionId: `00000000-0000-4000-8000-${String(secret.version).padStart(12, "0")}`,
      VersionStages: ["AWSCURRENT"],
    });
    if (target === "secretsmanager.GetSecretValue") return { ...facts(), SecretString: secret.text, CreatedDate: Date.now() / 1000 };
    if (target !== "secretsmanager.PutSecretValue" || SecretString === undefined)
      throw new AwsError("InvalidRequestException", `the local Secrets Manager does not know ${target}`);
    [secret.text, secret.version] = [SecretString, secret.version + 1];
    return facts();
  };
  return { arn: arnOf(name), keyringArn: arnOf(keyringName(name)), ...(await startAwsEndpoint(answer)) };
};
