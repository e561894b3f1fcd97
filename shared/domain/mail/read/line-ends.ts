/** Text with LF alone at the end of its lines, in place of CRLF and CR. */
export const withLf = (text: string): string => text.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
