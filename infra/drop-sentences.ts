import { type Cut, edited, isNode, type Node } from "./edit-source.ts";

/** The functions that add a sentence: `described(schema, sentence)` and `named(id, schema, sentence)`, with the index of the schema argument. */
const SCHEMA_AT: Readonly<Record<string, number>> = { described: 0, named: 1 };

/** What of `operation({ … })` the document alone shows, and what stands in its place. */
const SHOWN: Readonly<Record<string, string>> = { summary: '""', description: '""', example: "{}" };

const valueCuts = (node: unknown): readonly Cut[] => (typeof node === "object" && node !== null ? Object.values(node).flatMap(cutsIn) : []);

const factCuts = (property: unknown): readonly Cut[] => {
  const { key, value } = property as { readonly key?: { readonly value?: string }; readonly value?: Node };
  const instead = SHOWN[key?.value ?? ""];
  return value && instead !== undefined ? [[value.span.start, value.span.end, instead]] : cutsIn(property);
};

const callCuts = (node: Node): readonly Cut[] => {
  const { callee, arguments: given } = node as unknown as { callee: { value?: string }; arguments: { expression: Node }[] };
  const first = given[0]?.expression;
  if (callee.value === "operation" && first?.type === "ObjectExpression")
    return (first["properties"] as readonly unknown[]).flatMap(factCuts);
  const schema = given[SCHEMA_AT[callee.value ?? ""] ?? -1]?.expression;
  if (schema === undefined) return valueCuts(node);
  // Calls within the schema are replaced separately; the sentence and the name contain none.
  return [[node.span.start, schema.span.start, "("], ...valueCuts(node), [schema.span.end, node.span.end, ")"]];
};

const cutsIn = (node: unknown): readonly Cut[] => (isNode(node) && node.type === "CallExpression" ? callCuts(node) : valueCuts(node));

/** What esbuild leaves out by itself. */
const isPlain = /Literal$|^ArrowFunctionExpression$/;

/** Around the value of each constant of the module: a mark by which esbuild leaves it out where nothing reads it, whatever calls make it. */
const pureCuts = (statement: Node): readonly Cut[] => {
  const declared = (statement.type === "ExportDeclaration" ? statement["declaration"] : statement) as Node;
  if (declared.type !== "VariableDeclaration") return [];
  return (declared["declarations"] as readonly { readonly init?: Node | null }[]).flatMap(({ init }): readonly Cut[] =>
    init && !isPlain.test(init.type)
      ? [
          [init.span.start, init.span.start, "/* @__PURE__ */ (() => ("],
          [init.span.end, init.span.end, "))()"],
        ]
      : [],
  );
};

/**
 * A module of the contract with bare schemas, each left out where no function reads it. What only the OpenAPI document shows (sentences,
 * names, examples) is in no other function.
 */
export const dropSentences = (source: string): string => edited(source, (body) => [...body.flatMap(pureCuts), ...cutsIn(body)]);
