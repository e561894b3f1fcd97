/** Replaces the `whatwg-url` package in the bundles: Node's URL implements the same standard. */
export const { URL, URLSearchParams } = globalThis;
