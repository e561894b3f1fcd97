import type { OutputOf } from "../contract/operation.ts";
import { suppression } from "../contract/suppression-record.ts";
import { isDomain, type Suppression } from "../domain/suppressions/suppression.ts";
import { type From, toWire } from "./wire.ts";

const wireOf: From<Suppression & { readonly domain: string }, typeof suppression> = toWire(suppression);

/** A suppression in the API. An exception: the record keeps addresses and domains in one field. */
export const suppressionOut = (row: Suppression): OutputOf<typeof suppression> =>
  wireOf(isDomain(row) ? { ...row, email: "", domain: row.email } : { ...row, domain: "" });
