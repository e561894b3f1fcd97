import type { OutputOf, Schema } from "../contract/operation.ts";
import { camelCase } from "./names.ts";

/** A name of the wire (`body_html`) as the domain spells it (`bodyHtml`). */
type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail> & string>}` : Name;

/** What was parsed, with the domain's names; what clients named, such as metadata, keeps its names. */
export type Inward<T> = T extends Date | Uint8Array
  ? T
  : T extends readonly (infer E)[]
    ? readonly Inward<E>[]
    : T extends object
      ? string extends keyof T
        ? T
        : { readonly [Name in keyof T as Camel<Name>]: Inward<Exclude<T[Name], undefined>> }
      : T;

/** Turns a parsed request into the domain's; does not compile where the schema has a field that the domain's request lacks. */
export type Into<Request, S extends Schema> = (
  parsed: OutputOf<S>,
) => [Exclude<keyof Inward<OutputOf<S>>, keyof Request>] extends [never]
  ? Request
  : { readonly "the request lacks": Exclude<keyof Inward<OutputOf<S>>, keyof Request> };

type Step = (value: unknown) => unknown;
/** What of a schema the rule looks at. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly innerType?: Schema;
}

/** How a value of this schema is renamed; undefined where all its names are the domain's already. */
const inward = (schema: Schema): Step | undefined => {
  const { type, shape = {}, element, innerType } = schema._zod.def as Definition;
  if (innerType) return inward(innerType);
  if (element) {
    const each = inward(element);
    return each && ((value) => (Array.isArray(value) ? value.map(each) : value));
  }
  if (type !== "object") return undefined;
  const fields = Object.entries(shape).map(([name, field]) => ({ name, to: camelCase(name), step: inward(field) }));
  if (fields.every(({ name, to, step }) => name === to && step === undefined)) return undefined;
  return (value) => {
    if (typeof value !== "object" || value === null) return value;
    const renamed: Record<string, unknown> = {};
    for (const { name, to, step } of fields) {
      const given = (value as Record<string, unknown>)[name];
      if (given !== undefined) renamed[to] = step ? step(given) : given;
    }
    return renamed;
  };
};

/** The wire's way in: what a schema has parsed, by the domain's names. What is absent stays absent. */
/* @__NO_SIDE_EFFECTS__ */
export const fromWire = <S extends Schema>(schema: S): ((parsed: OutputOf<S>) => Inward<OutputOf<S>>) => {
  let step: Step | undefined;
  return (parsed) => (step ??= inward(schema) ?? ((value) => value))(parsed) as Inward<OutputOf<S>>;
};
