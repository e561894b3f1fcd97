import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { reseal, type Keyring } from "#shared/platform/credentials.ts";
import { linkKeysOf, linksOf } from "#shared/suppressions/unsubscribe.ts";
import { keyring } from "#shared/platform/wiring/keyring.ts";
import { secret } from "#shared/platform/wiring/secret.ts";
import { parseKeyring, parseSecret, type Secret } from "#shared/platform/secret.ts";
import { sealedRecords } from "#shared/mailboxes/wiring/stores.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { StartFailure } from "../local/terminal.ts";
import { type Command, option } from "./command.ts";

const newKey = () => ({ id: `k${clock.now().toISOString().slice(0, 10)}-${ids.random(3)}`, value: randomBytes(32).toString("base64") });

/**
 * How long until every process knows a new keyring, seconds: it is read again after five minutes, plus half a minute in case that read fails once.
 */
const KNOWN_EVERYWHERE_SECONDS = 330;

/** The key that add-key made last; throws where that is the current one already. */
const newestKey = ({ current, keys }: Keyring): string => {
  const newest = Object.keys(keys).at(-1) ?? current;
  if (newest === current)
    throw new StartFailure(`${current} is the newest key of the stored keyring and current already: add-key first, and store both`);
  return newest;
};

/** A main secret that the functions accept; throws otherwise, before it is stored. */
const usable = (held: Secret): Secret => parseSecret(JSON.stringify(held));

/** The main secret and the keyring, with the link keys derived from the keyring and those kept from removed master keys. */
const bothSecrets = (held: Secret, keys: Keyring): string => {
  const { mongodbUri, oauth } = held;
  return JSON.stringify({ secret: usable({ mongodbUri, oauth, links: linkKeysOf(keys, linksOf(held).keys) }), keyring: keys });
};

/** Both secrets from a saved copy, with another database: links in mail that is out keep working, and stored credentials can be opened. */
const rebuilt = (saved: string, mongodbUri: string): string => {
  let copy: { readonly secret?: Secret; readonly keyring?: Keyring };
  try {
    copy = JSON.parse(saved) as typeof copy;
  } catch {
    // The parser's message would quote the keys.
    throw new StartFailure("standard input is no JSON: give it the saved keyring, or what a secret command printed");
  }
  const keys = parseKeyring(JSON.stringify(copy.keyring ?? copy));
  return bothSecrets({ ...(copy.secret ?? { oauth: {}, keyring: keys }), mongodbUri }, keys);
};

/** The commands about the main secret and the keyring, and the credentials that the keyring seals. */
export const secretCommands: Readonly<Record<string, Command>> = {
  reseal: {
    usage: "reseal                                  seal every stored credential with the current key; may be interrupted and run again",
    run: async () =>
      (await reseal(await keyring(), sealedRecords)).map(({ failed, ...counts }) => ({
        ...counts,
        failed: failed.map(({ recordId, field, reason }) => `${recordId} ${field}: ${reason}`).join("; "),
      })),
  },
  "secret new": {
    usage:
      "secret new --mongodb-uri URI            print {secret, keyring} with fresh keys: the two values for aws secretsmanager put-secret-value",
    run: async (given) => {
      const mongodbUri = option(given, "mongodb-uri");
      if (mongodbUri === undefined) throw new StartFailure("--mongodb-uri is missing");
      const { id, value } = newKey();
      const keys = { current: id, keys: { [id]: value } };
      return bothSecrets({ mongodbUri, oauth: {}, keyring: keys }, keys);
    },
  },
  "secret set-uri": {
    usage: "secret set-uri --mongodb-uri URI        print the main secret with another URI, for aws secretsmanager put-secret-value",
    run: async (given) => {
      const mongodbUri = option(given, "mongodb-uri");
      if (mongodbUri === undefined) throw new StartFailure("--mongodb-uri is missing");
      return JSON.stringify(usable({ ...(await secret()), mongodbUri }));
    },
  },
  "secret add-key": {
    usage:
      "secret add-key                          print {secret, keyring} with a new key that opens and does not seal yet; store both, then use-key",
    run: async () => {
      const { id, value } = newKey();
      const { current, keys } = await keyring();
      return bothSecrets(await secret(), { current, keys: { ...keys, [id]: value } });
    },
  },
  "secret use-key": {
    usage:
      "secret use-key [--wait 330]             wait until every function knows the newest key, then print {secret, keyring} with it as the current one; store both, then reseal",
    run: async (given) => {
      const seconds = Number(option(given, "wait") ?? KNOWN_EVERYWHERE_SECONDS);
      if (!Number.isFinite(seconds) || seconds < 0) throw new StartFailure("--wait is a number of seconds");
      const newest = newestKey(await keyring());
      process.stderr.write(`waits ${seconds} s: until then a function may know the keyring without ${newest}\n`);
      await sleep(seconds * 1_000);
      const stored = await keyring(true);
      if (!Object.hasOwn(stored.keys, newest))
        throw new StartFailure(`the stored keyring lost ${newest} meanwhile: store what add-key printed, and begin again`);
      return bothSecrets(await secret(true), { ...stored, current: newest });
    },
  },
  "secret rebuild": {
    usage:
      "secret rebuild --mongodb-uri URI        print {secret, keyring} for another region from a saved keyring, or better from a saved {secret, keyring}, in standard input",
    run: async (given) => {
      const mongodbUri = option(given, "mongodb-uri");
      if (mongodbUri === undefined) throw new StartFailure("--mongodb-uri is missing");
      return rebuilt(await text(process.stdin), mongodbUri);
    },
  },
  "secret split": {
    usage: "secret split                            print {secret, keyring} from a secret of the previous version, which contained both",
    run: async () => bothSecrets(await secret(), await keyring()),
  },
};
