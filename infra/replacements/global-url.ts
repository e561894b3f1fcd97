/** Stands in for the `whatwg-url` package in the bundles: Node's own URL is the same standard. */
export const { URL, URLSearchParams } = globalThis;
