import type { OutputOf } from "../contract/operation.ts";
import { suppression } from "../contract/suppression-record.ts";
import { isDomain, type Suppression } from "../domain/suppressions/suppression.ts";
import { type From, toWire } from "./wire.ts";

const wireOf: From<Suppression & { readonly domain: string }, typeof suppression> = toWire(suppression);

/** A suppression on the wire. An exception: addresses and domains are kept in one field. */
export const suppressionOut = (row: Suppression): OutputOf<typeof suppression> =>
  wireOf(isDomain(row) ? { ...row, email: "", domain: row.email } : { ...row, domain: "" });
