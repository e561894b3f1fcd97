/** A mail's header block with the empty line after it; the whole mail where there is none. */
export const headersOf = (raw: Buffer): Buffer => {
  const end = raw.indexOf("\r\n\r\n");
  return end < 0 ? raw : raw.subarray(0, end + 4);
};
