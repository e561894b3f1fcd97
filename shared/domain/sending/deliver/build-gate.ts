/** Where the emails of one call wait for each other: none is given to its server before all are built, for building one may kill the worker. */
export interface BuildGate {
  /** Must be called for every email before anything is awaited. */
  enter(): Place;
}

/** An email's place at the gate. */
export interface Place {
  /** It is built, or never will be; again is no error. */
  arrive(): void;
  /** Resolves when every email of the call has arrived. */
  readonly open: Promise<void>;
}

/** The gate of one call. */
export const buildGate = (): BuildGate => {
  const gate = Promise.withResolvers<void>();
  const building = new Set<Place>();
  return {
    enter: () => {
      const place: Place = {
        arrive: () => {
          if (building.delete(place) && building.size === 0) gate.resolve();
        },
        open: gate.promise,
      };
      building.add(place);
      return place;
    },
  };
};
