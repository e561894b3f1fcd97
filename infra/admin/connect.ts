import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { StartFailure } from "../local/fail.ts";
import { holderOf } from "../local/folder-lock.ts";
import { localAws } from "../local/local-aws.ts";
import { keyringName, startSecrets } from "../local/secrets/start-secrets.ts";

/** Points this process at a Secrets Manager emulator, like the local system's functions. */
const useLocal = (endpoint: string, secretId: string): void => {
  Object.assign(process.env, {
    AWS_REGION: localAws.region,
    AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint,
    SECRET_ID: secretId,
    KEYRING_SECRET_ID: keyringName(secretId),
  });
};

/**
 * Connects the operator's commands to the database as the functions are, through the secrets: those in SECRET_ID and KEYRING_SECRET_ID on AWS; else
 * two made from MONGODB_URI and the data folder's keyring; else those of the local system that runs in the data folder.
 */
export const reachSystem = async (dataFolder: string): Promise<void> => {
  if (process.env["SECRET_ID"]) return;
  const dir = resolve(dataFolder);
  const mongodbUri = process.env["MONGODB_URI"];
  if (mongodbUri) {
    const secrets = await startSecrets({ name: "admin", mongodbUri, oauth: {}, dir });
    return useLocal(secrets.endpoint, "admin");
  }
  const file = join(dir, "system.json");
  if ((await holderOf(dir)) === undefined || !existsSync(file)) {
    throw new StartFailure(
      `no system runs in ${dir}: start it with npm start, or set SECRET_ID and KEYRING_SECRET_ID (AWS) or MONGODB_URI`,
    );
  }
  const { endpoint, secretId } = JSON.parse(readFileSync(file, "utf8")) as { endpoint: string; secretId: string };
  useLocal(endpoint, secretId);
};
