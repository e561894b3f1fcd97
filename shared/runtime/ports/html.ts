export { sanitize, sanitizeForFrame } from "../../adapters/html/sanitize.ts";
