// The scorer takes only an .mjs path; Node runs the TypeScript behind it.
export * from "./adapter.ts";
