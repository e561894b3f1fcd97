import { createHash } from "node:crypto";
import { buildMime } from "#shared/mail/write/build-mime.ts";
import { mailOf } from "#shared/sending/deliver/prepare.ts";
import type { Draft } from "#shared/sending/ports/acceptance.ts";

/** What was accepted for sending, by the send's id: the hash of the mail that must arrive. */
const hashes = new Map<string, string>();

/** The SHA-256 of a mail's octets, in hexadecimal. */
export const hashOf = (raw: Buffer): string => createHash("sha256").update(raw).digest("hex");

/** Remembers what a client gave us to send. */
export const rememberContent = ({ send, body }: Draft): void => void hashes.set(send.id, hashOf(buildMime(mailOf(send, body))));

/** The hash of the mail that must arrive of a send; undefined for one that no campaign remembered. */
export const acceptedHash = (id: string): string | undefined => hashes.get(id);
