export * from "./adapter.ts";
