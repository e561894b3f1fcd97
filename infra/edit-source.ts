import { type Module, parseSync } from "@swc/core";

/** A part of a syntax tree as swc gives it. */
export type Node = Readonly<Record<string, unknown>> & {
  readonly type: string;
  readonly span: { readonly start: number; readonly end: number };
};

/** What stands from `start` to `end`, swc's positions, becomes `instead`. */
export type Cut = readonly [start: number, end: number, instead: string];

/** Whether a value of a syntax tree is a part of it. */
export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

const newLines = (text: string): string => text.replace(/[^\n]+/g, "");

/** A module's source with cuts, which its statements tell; lines stay where they are. `textOf` gives the source between two positions. */
export const edited = (
  source: string,
  cutsOf: (body: readonly Node[], textOf: (start: number, end: number) => string) => readonly Cut[],
): string => {
  // swc's positions continue from one parse to the next: an empty statement at the start shows where this one begins.
  const octets = Buffer.from(`;${source}`);
  const { body } = parseSync(octets.toString(), { syntax: "typescript" }) as Module & { readonly body: readonly Node[] };
  const origin = body[0]!.span.start;
  const textOf = (start: number, end: number) => octets.subarray(start - origin, end - origin).toString();
  let text = "";
  let at = origin + 1;
  for (const [start, end, instead] of cutsOf(body, textOf).toSorted(([a], [b]) => a - b)) {
    text += textOf(at, start) + instead + newLines(textOf(start, end));
    at = end;
  }
  return text + textOf(at, origin + octets.length);
};
