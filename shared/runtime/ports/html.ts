export { sanitize } from "../../adapters/html/sanitize.ts";
