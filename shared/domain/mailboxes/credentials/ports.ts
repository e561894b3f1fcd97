/** One sealed value of a record, for key rotation. */
export interface SealedField {
  readonly recordId: string;
  readonly userId: string;
  readonly field: string;
  readonly sealed: string;
}

/** A collection that holds sealed values (S12 in SECURITY.md). */
export interface SealedRecords {
  /** Its name in the report. */
  readonly name: string;
  /** The sealed values of up to `limit` records after that record id, in the order of ids, and the id to continue from. */
  page(after: string | undefined, limit: number): Promise<{ readonly fields: readonly SealedField[]; readonly last: string | undefined }>;
  /** Replaces a sealed value, unless it has changed since it was read. */
  replace(field: SealedField, sealed: string): Promise<boolean>;
}
