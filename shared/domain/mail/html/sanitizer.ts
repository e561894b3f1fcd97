/** Makes foreign html harmless and balanced: nothing in it runs, and nothing in it closes an element around it (rule S22). */
export type HtmlSanitizer = (html: string) => string;
