import { inspect } from "node:util";

const line = (value: unknown): string =>
  inspect(value, { breakLength: Infinity, compact: true, depth: Infinity, maxArrayLength: null, maxStringLength: null, sorted: true });

/** An object as a snapshot shows it: a line for each field, and one for each element of a list of objects; nothing is left out. */
export const asLines = (value: object): string =>
  Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, field]) =>
      Array.isArray(field) && field.some((one) => typeof one === "object" && one !== null)
        ? [`${name}:`, ...field.map((one) => `  ${line(one)}`)]
        : [`${name}: ${line(field)}`],
    )
    .join("\n");
