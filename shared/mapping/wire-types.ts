import type { Camel } from "../contract/names.ts";
import type { OutputOf, Schema } from "../contract/operation.ts";

/** A parsed value with the domain's names; keys that clients chose, such as those of metadata, stay unchanged. */
export type Inward<T> = T extends Date | Uint8Array
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
export type Held<S> =
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
