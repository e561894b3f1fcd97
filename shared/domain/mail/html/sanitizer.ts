/** Makes foreign HTML harmless and balanced: nothing in it runs, and nothing in it closes an element around it (S22 in SECURITY.md). */
export type HtmlSanitizer = (html: string) => string;

/** The images of a message by their Content-ID, as `data:` URLs. */
export type InlineImages = ReadonlyMap<string, string>;

/**
 * Makes foreign HTML harmless in a page without anything else in it, with its own style sheet; `images` keeps the addresses of remote images, and
 * `inline` has those among its files.
 */
export type FrameSanitizer = (html: string, options: { readonly images: boolean; readonly inline?: InlineImages }) => string;
