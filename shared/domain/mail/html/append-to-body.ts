/** Appends HTML to a document's body, before its final end tags if it has them. */
export const appendToBody = (html: string, addition: string): string => {
  const end = bodyEnd(html);
  return html.slice(0, end) + addition + html.slice(end);
};

/** Where the final end tags of body and document begin; the HTML's length when there are none. */
export const bodyEnd = (html: string): number => {
  return before(html, before(html, html.length, "</html>"), "</body>");
};

const before = (html: string, end: number, tag: string): number => {
  const trimmed = html.slice(0, end).trimEnd();
  return trimmed.slice(-tag.length).toLowerCase() === tag ? trimmed.length - tag.length : end;
};
