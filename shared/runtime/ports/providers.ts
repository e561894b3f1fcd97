import type { ConfiguredProviders } from "../../domain/mailboxes/ports.ts";
import { readProviders } from "../providers.ts";
import { secret } from "./secret.ts";

/** The OAuth providers in the secret; throws with the path of an invalid setting, never with its value. */
export const providers: ConfiguredProviders = async () => {
  const { oauth } = await secret();
  try {
    return readProviders(oauth);
  } catch (error) {
    throw new Error(`the secret's oauth is not valid: ${(error as Error).message}`, { cause: error });
  }
};
