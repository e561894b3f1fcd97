import type { SealedField, SealedRecords } from "./ports.ts";
import { type Keyring, needsReseal, seal, SealError, unseal } from "./seal.ts";

/** The result of `reseal` for one collection. */
export interface ResealReport {
  readonly collection: string;
  /** Sealed again with the current key. */
  readonly resealed: number;
  /** Sealed with the current key already. */
  readonly current: number;
  /** Changed during the run; another run checks them again. */
  readonly changed: number;
  /** Cannot be opened, because their key is missing or they are damaged. */
  readonly failed: readonly { readonly recordId: string; readonly field: string; readonly reason: string }[];
}

const PAGE = 200;

/**
 * Seals every secret of the collections with the keyring's current key (S12 in SECURITY.md). It may be interrupted and run again at any time, and
 * skips what is done. Old keys may be removed from the keyring after a run in which nothing was resealed, changed or failed.
 */
export const reseal = async (keyring: Keyring, collections: readonly SealedRecords[]): Promise<readonly ResealReport[]> => {
  const reports: ResealReport[] = [];
  for (const collection of collections) reports.push(await resealCollection(keyring, collection));
  return reports;
};

const resealCollection = async (keyring: Keyring, records: SealedRecords): Promise<ResealReport> => {
  const counts = { resealed: 0, current: 0, changed: 0 };
  const failed: { recordId: string; field: string; reason: string }[] = [];
  let after: string | undefined;
  for (;;) {
    const { fields, last } = await records.page(after, PAGE);
    for (const field of fields) {
      const outcome = await resealField(keyring, records, field);
      if (outcome in counts) counts[outcome as keyof typeof counts] += 1;
      else failed.push({ recordId: field.recordId, field: field.field, reason: outcome });
    }
    if (last === undefined) return { collection: records.name, ...counts, failed };
    after = last;
  }
};

const resealField = async (
  keyring: Keyring,
  records: SealedRecords,
  stored: SealedField,
): Promise<keyof ResealReport | SealError["reason"]> => {
  const { userId, recordId, field, sealed } = stored;
  const binding = { userId, recordId, field };
  try {
    if (!needsReseal(keyring, sealed)) return "current";
    const anew = seal(keyring, binding, unseal(keyring, binding, sealed));
    return (await records.replace(stored, anew)) ? "resealed" : "changed";
  } catch (error) {
    if (error instanceof SealError) return error.reason;
    throw error;
  }
};
