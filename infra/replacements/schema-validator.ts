/** Replaces the JSON Schema compiler of `@modelcontextprotocol/server` in the bundles: this server asks models for no structured input. */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("this server compiles no JSON Schema");
  }
}
export { default as process } from "node:process";
