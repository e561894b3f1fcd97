/** Makes foreign HTML harmless and balanced: nothing in it runs, and nothing in it closes an element around it (S22 in SECURITY.md). */
export type HtmlSanitizer = (html: string) => string;

/** Makes foreign HTML harmless in a page without anything else in it; `images` keeps the addresses of remote images. */
export type FrameSanitizer = (html: string, options: { readonly images: boolean }) => string;
