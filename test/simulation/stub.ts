/** A port of which the simulation has these methods alone: any other throws, and its name is in the error. */
export const portOf = <T extends object>(given: Partial<T>): T =>
  new Proxy(given, {
    get: (known, name) =>
      Reflect.get(known, name) ??
      (() => {
        throw new Error(`the simulation has no ${String(name)}`);
      }),
  }) as T;
