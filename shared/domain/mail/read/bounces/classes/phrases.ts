import type { Phrases } from "../../languages/language.ts";

/** Why a mail bounced; `unknown_user`: the address or its domain does not exist. */
export type BounceClass = "unknown_user" | "mailbox_full" | "policy" | "spam" | "dmarc" | "too_large" | "expired" | "relay" | "other";

/** How servers or people of one language say why mail was refused; `other` holds what speaks against a final refusal. */
export type ClassPhrases = Readonly<Partial<Record<BounceClass, Phrases>>>;
