import type { OutputOf, Schema } from "./operation.ts";

/** A wire name (`body_html`) in the domain's spelling (`bodyHtml`). */
export type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail> & string>}` : Name;

/** Turns a domain name (`smtpPassword`) into the wire's spelling (`smtp_password`). */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Turns a wire name into the domain's spelling. */
const camelCase = (name: string): string =>
  name
    .split("_")
    .map((part, index) => (index === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1)))
    .join("");

/** A Date in the API: RFC 3339 in UTC with milliseconds. */
export const dateOut = (date: Date): string => date.toISOString();

/** A parsed value with the domain's names; keys that clients chose, such as those of metadata, stay unchanged. */
type Inward<T> = T extends Date | Uint8Array
  ? T
  : T extends readonly (infer E)[]
    ? readonly Inward<E>[]
    : T extends object
      ? string extends keyof T
        ? T
        : { readonly [Name in keyof T as Camel<Name>]: Inward<Exclude<T[Name], undefined>> }
      : T;

/** Turns a parsed request into the domain's; does not compile when the domain's request lacks a field of the schema. */
export type Into<Request, S extends Schema> = (
  parsed: OutputOf<S>,
) => [Exclude<keyof Inward<OutputOf<S>>, keyof Request>] extends [never]
  ? Request
  : { readonly "the request lacks": Exclude<keyof Inward<OutputOf<S>>, keyof Request> };

type DefinitionOf<S> = S extends { readonly _zod: { readonly def: infer D } } ? D : never;
type IsText<S> = DefinitionOf<S> extends { readonly format: "datetime" } ? false : "" extends OutputOf<S & Schema> ? true : false;

/** Whether the API shows an absent value as "", [], {} or false, or leaves the field out. */
type MayLack<S> = DefinitionOf<S> extends { readonly type: "optional" | "array" | "record" | "boolean" } ? true : IsText<S>;

type Fields<Shape> = {
  readonly [Name in keyof Shape as MayLack<Shape[Name]> extends true ? never : Camel<Name>]: Held<Shape[Name]>;
} & { readonly [Name in keyof Shape as MayLack<Shape[Name]> extends true ? Camel<Name> : never]?: Held<Shape[Name]> | undefined };

/** The domain's value for a schema of an answer. */
type Held<S> =
  DefinitionOf<S> extends { readonly type: "optional"; readonly innerType: infer Inner }
    ? Held<Inner> | undefined
    : DefinitionOf<S> extends { readonly type: "array"; readonly element: infer Element }
      ? readonly Held<Element>[]
      : DefinitionOf<S> extends { readonly type: "object"; readonly shape: infer Shape }
        ? Fields<Shape>
        : DefinitionOf<S> extends { readonly type: "union"; readonly options: readonly (infer Option)[] }
          ? Option extends unknown
            ? Held<Option>
            : never
          : DefinitionOf<S> extends { readonly format: "datetime" }
            ? Date
            : Readonly<OutputOf<S & Schema>>;

/** The fields of a schema that a record does not have at all. */
type Missing<S, Record> =
  DefinitionOf<S> extends { readonly type: "optional"; readonly innerType: infer Inner }
    ? Missing<Inner, NonNullable<Record>>
    : DefinitionOf<S> extends { readonly type: "array"; readonly element: infer Element }
      ? Record extends readonly (infer Each)[]
        ? Missing<Element, Each>
        : never
      : DefinitionOf<S> extends { readonly type: "object"; readonly shape: infer Shape }
        ? {
            [Name in keyof Shape]: Camel<Name> extends keyof Record ? Missing<Shape[Name], NonNullable<Record[Camel<Name>]>> : Name;
          }[keyof Shape]
        : never;

/** Turns the domain's record into an answer; does not compile when the record lacks a field of the schema. */
export type From<Record, S extends Schema> = [Missing<S, Record>] extends [never]
  ? (record: Record) => OutputOf<S>
  : { readonly "the record lacks": Missing<S, Record> };

type Step = (value: unknown) => unknown;
/** The parts of a zod schema that the rule reads. */
interface Definition {
  readonly type: string;
  readonly format?: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly innerType?: Schema;
  readonly options?: readonly Schema[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly unknown[];
}
const definitionOf = (schema: Schema): Definition => schema._zod.def;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null;

/** Renames a value of this schema to the domain's names; undefined where nothing needs renaming. */
const inward = (schema: Schema): Step | undefined => {
  const { type, shape = {}, element, innerType } = definitionOf(schema);
  if (innerType) return inward(innerType);
  if (element) {
    const each = inward(element);
    return each && ((value) => (Array.isArray(value) ? value.map(each) : value));
  }
  if (type !== "object") return undefined;
  const fields = Object.entries(shape).map(([name, field]) => ({ name, to: camelCase(name), step: inward(field) }));
  if (fields.every(({ name, to, step }) => name === to && step === undefined)) return undefined;
  return (value) => {
    if (!isObject(value)) return value;
    const renamed: Record<string, unknown> = {};
    for (const { name, to, step } of fields) {
      const given = value[name];
      if (given !== undefined) renamed[to] = step ? step(given) : given;
    }
    return renamed;
  };
};

/** Makes the value that stands for an absent one, new each time; undefined where the field is left out. */
const emptyOf = (schema: Schema): Step | undefined => {
  const { type, format, options = [], entries, values } = definitionOf(schema);
  if (type === "array") return () => [];
  if (type === "record") return () => ({});
  if (type === "boolean") return () => false;
  const isText = (type === "string" && format === undefined) || (entries && "" in entries) || values?.includes("");
  return isText || options.some((option) => emptyOf(option)) ? () => "" : undefined;
};

const toText: Step = (value) => (value instanceof Date ? dateOut(value) : value);

/** Converts a value of this schema for an answer; undefined where it stays unchanged. */
const outward = (schema: Schema): Step | undefined => {
  const { type, format, shape = {}, element, innerType, options } = definitionOf(schema);
  if (innerType) return outward(innerType);
  if (element) {
    const each = outward(element);
    return (value) => (each ? (value as readonly unknown[]).map(each) : value);
  }
  if (type !== "object") return format === "datetime" || options ? toText : undefined;
  const fields = Object.entries(shape).map(([name, field]) => ({
    name,
    from: camelCase(name),
    step: outward(field),
    empty: emptyOf(field),
  }));
  return (value) => {
    const record = value as Readonly<Record<string, unknown>>;
    const wire: Record<string, unknown> = {};
    for (const { name, from, step, empty } of fields) {
      const held = record[from];
      if (held !== undefined) wire[name] = step ? step(held) : held;
      else if (empty) wire[name] = empty(held);
    }
    return wire;
  };
};

/** Made once for each schema, on first use, so that a cold start does not wait for it. */
const lazily = (make: () => Step | undefined): Step => {
  let step: Step | undefined;
  return (value) => (step ??= make() ?? ((same) => same))(value);
};

/** The wire's way in: what a schema has parsed, by the domain's names. What is absent stays absent. */
/* @__NO_SIDE_EFFECTS__ */
export const fromWire = <S extends Schema>(schema: S): ((parsed: OutputOf<S>) => Inward<OutputOf<S>>) =>
  lazily(() => inward(schema)) as unknown as (parsed: OutputOf<S>) => Inward<OutputOf<S>>;

/**
 * The wire's way out: of a record the fields of a schema, by the wire's names, dates as text. What is absent is "", [], {} or false, and left out
 * where the schema lets it be.
 */
/* @__NO_SIDE_EFFECTS__ */
export const toWire = <S extends Schema>(schema: S): ((record: Held<S>) => OutputOf<S>) =>
  lazily(() => outward(schema)) as unknown as (record: Held<S>) => OutputOf<S>;
