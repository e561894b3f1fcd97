/** Text with LF line ends instead of CRLF and CR. */
export const withLf = (text: string): string => text.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
