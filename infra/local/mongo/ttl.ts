import { keyOf } from "./value.ts";
import { readDocs } from "./read-docs.ts";
import type { Store } from "./store.ts";

const MAX_AT_ONCE = 1000;

/**
 * Deletes documents that have expired by TTL indexes (`expireAfterSeconds`), except those locked by an open transaction; a server does this every
 * minute.
 */
export const sweepExpired = (store: Store): void => {
  for (const collection of store.collections.values()) {
    for (const { spec } of collection.indexes) {
      const path = Object.keys(spec.key)[0];
      if (spec.expireAfterSeconds === undefined || path === undefined) continue;
      const expired = { [path]: { $lt: new Date(Date.now() - spec.expireAfterSeconds * 1000) } };
      const filter = spec.partialFilterExpression ? { $and: [expired, spec.partialFilterExpression] } : expired;
      for (const { _id } of readDocs(collection, { filter, limit: MAX_AT_ONCE }).docs)
        if (!store.isHeld(collection, keyOf(_id))) store.write(collection, keyOf(_id), undefined, undefined);
    }
  }
};
