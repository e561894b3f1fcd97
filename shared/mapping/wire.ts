import { camelCase } from "../contract/names.ts";
import type { OutputOf, Schema } from "../contract/operation.ts";
import { dateOut } from "./dates.ts";
import type { Held, Inward } from "./wire-types.ts";

export type { From, Into } from "./wire-types.ts";

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

/** The wire's way out: of a record the fields of a schema, by the wire's names, dates as text. What is absent is "", [], {} or false, and left out where the schema lets it be. */
/* @__NO_SIDE_EFFECTS__ */
export const toWire = <S extends Schema>(schema: S): ((record: Held<S>) => OutputOf<S>) =>
  lazily(() => outward(schema)) as unknown as (record: Held<S>) => OutputOf<S>;
