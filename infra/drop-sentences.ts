import { type Module, parseSync } from "@swc/core";

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly span: { readonly start: number; readonly end: number } };
type Cut = readonly [start: number, end: number, replaced: "(" | ")"];

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** Around the schema of `described(schema, sentence)` and of `named(id, schema, sentence)`; which argument the schema is. */
const SCHEMA_AT: Readonly<Record<string, number>> = { described: 0, named: 1 };

const cutsIn = (node: unknown): readonly Cut[] => {
  if (typeof node !== "object" || node === null) return [];
  const inner = Object.values(node).flatMap(cutsIn);
  if (!isNode(node) || node.type !== "CallExpression") return inner;
  const { callee, arguments: given } = node as unknown as { callee: { value?: string }; arguments: { expression: Node }[] };
  const schema = given[SCHEMA_AT[callee.value ?? ""] ?? -1]?.expression;
  if (schema === undefined) return inner;
  // What lies within the schema is cut on its own; the sentence and the name hold nothing to cut.
  return [[node.span.start, schema.span.start, "("], ...inner, [schema.span.end, node.span.end, ")"]];
};

const newLines = (text: string): string => text.replace(/[^\n]+/g, "");

/** A module of the contract with bare schemas: their names and sentences are read where the OpenAPI document is made, nowhere else. Lines stay where they are. */
export const dropSentences = (source: string): string => {
  // swc's positions go on from parse to parse: an empty statement says where this one begins.
  const octets = Buffer.from(`;${source}`);
  const { body } = parseSync(octets.toString(), { syntax: "typescript" }) as Module & { readonly body: readonly Node[] };
  const origin = body[0]!.span.start;
  const part = (start: number, end: number) => octets.subarray(start, end).toString();
  let text = "";
  let at = 1;
  for (const [start, end, replaced] of cutsIn(body).toSorted(([a], [b]) => a - b)) {
    text += part(at, start - origin) + replaced + newLines(part(start - origin, end - origin));
    at = end - origin;
  }
  return text + part(at, octets.length);
};
