/** Secrets Manager as far as we call it: one secret, read by the functions, built from what the local system is started with. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AwsError, startAwsEndpoint, type AwsRequest } from "../aws-endpoint.ts";
import { LOCAL_ACCOUNT, localAws } from "../local-aws.ts";

/** The master keys that seal credentials, 32 random bytes in base64 by key id, and the id of the one that seals new ones. */
interface Keyring {
  readonly current: string;
  readonly keys: Readonly<Record<string, string>>;
}

const newKeyring = (): Keyring => ({ current: "local-1", keys: { "local-1": randomBytes(32).toString("base64") } });

/** The keyring of a data folder, made at the first start and readable by its owner only; without a folder a new one each time. */
const localKeyring = (dir?: string): Keyring => {
  if (dir === undefined) return newKeyring();
  const file = join(dir, "keyring.json");
  if (!existsSync(file)) {
    mkdirSync(dir, { recursive: true });
    writeFileSync(file, JSON.stringify(newKeyring()), { mode: 0o600, flag: "wx" });
  }
  return JSON.parse(readFileSync(file, "utf8")) as Keyring;
};

/** What the one secret is built from; `dir` keeps the keyring. */
export interface SecretSource {
  readonly name: string;
  readonly mongodbUri: string;
  /** Settings over the built-in ones of the OAuth providers (`OAUTH_PROVIDERS`). */
  readonly oauth: Readonly<Record<string, unknown>>;
  readonly dir?: string;
}

/** Starts the emulator on 127.0.0.1 with the one secret `{mongodbUri, keyring, oauth}`, which is asked for by its name or its ARN. */
export const startSecrets = async (secret: SecretSource) => {
  let version = 1;
  let text = JSON.stringify({ mongodbUri: secret.mongodbUri, keyring: localKeyring(secret.dir), oauth: secret.oauth });
  const arn = `arn:aws:secretsmanager:${localAws.region}:${LOCAL_ACCOUNT}:secret:${secret.name}-local1`;
  const facts = () => ({
    ARN: arn,
    Name: secret.name,
    VersionId: `00000000-0000-4000-8000-${String(version).padStart(12, "0")}`,
    VersionStages: ["AWSCURRENT"],
  });
  const answer = ({ target, body }: AwsRequest): object => {
    const { SecretId, SecretString } = body as { SecretId?: string; SecretString?: string };
    if (SecretId !== secret.name && SecretId !== arn)
      throw new AwsError("ResourceNotFoundException", "Secrets Manager can't find the specified secret.");
    if (target === "secretsmanager.GetSecretValue") return { ...facts(), SecretString: text, CreatedDate: Date.now() / 1000 };
    if (target !== "secretsmanager.PutSecretValue" || SecretString === undefined)
      throw new AwsError("InvalidRequestException", `the local Secrets Manager does not know ${target}`);
    [text, version] = [SecretString, version + 1];
    return facts();
  };
  return { arn, ...(await startAwsEndpoint(answer)) };
};
