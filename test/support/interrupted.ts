import { AsyncLocalStorage } from "node:async_hooks";
import type { Collection } from "mongodb";
import type { Connect } from "#shared/platform/mongo/database.ts";

/** A connection on which something happens just before the first call of a collection's method: what another process does between two statements. */
export const interrupted = (connect: Connect, name: string, method: keyof Collection, happens: () => Promise<unknown>): Connect => {
  let pending = true;
  // It is another process, no part of a transaction under way here.
  const outside = AsyncLocalStorage.snapshot();
  return async () => {
    const database = await connect();
    return {
      ...database,
      collection: (wanted) => {
        const real = database.collection(wanted);
        if (wanted !== name) return real as never;
        return new Proxy(real, {
          get: (target, key) => {
            const value: unknown = Reflect.get(target, key);
            if (typeof value !== "function") return value;
            return key === method
              ? async (...given: readonly unknown[]) => {
                  if (pending) {
                    pending = false;
                    await outside(happens);
                  }
                  return Reflect.apply(value, target, given) as unknown;
                }
              : value.bind(target);
          },
        }) as never;
      },
    };
  };
};
