import { GetSecretValueCommand, SecretsManagerClient, type SecretsManagerClientConfig } from "@aws-sdk/client-secrets-manager";

/** Reads a secret's string from AWS Secrets Manager; throws when it is absent or not readable (S27 in SECURITY.md). */
export const readSecret = async (secretId: string, options: SecretsManagerClientConfig): Promise<string> => {
  client ??= new SecretsManagerClient(options);
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
  if (SecretString === undefined) throw new Error(`the secret ${secretId} has no string value`);
  return SecretString;
};

let client: SecretsManagerClient | undefined;
