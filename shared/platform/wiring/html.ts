export { sanitize, sanitizeForFrame } from "../html/sanitize.ts";
