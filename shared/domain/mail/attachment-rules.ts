import { isHeaderText } from "./header-text.ts";

/** The most attachments of one email, and what they may hold together, decoded, bytes. With 1 MB of text as JSON they fit a request. */
export const ATTACHMENTS_MAX = 20;
export const ATTACHMENTS_BYTES = 3_000_000;
/** The longest file name. */
export const FILE_NAME_MAX = 200;
/** What a file's name, its media type and its Content-ID must be. */
export const FILE_NAME = `must have 1 to ${FILE_NAME_MAX} characters`;
export const MEDIA_TYPE = "must be a media type such as application/pdf, at most with a charset";
export const CONTENT_ID = "must have 1 to 200 letters, digits and marks, as in cid:… of the HTML, without < and >";

const TOKEN = "[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}";
const mediaType = new RegExp(`^${TOKEN}/${TOKEN}(?:; ?charset=[A-Za-z0-9._-]{1,40})?$`);

/** Why a file's name cannot stand in a header; undefined when it can. */
export const fileNameIssue = (name: string): string | undefined => {
  if (name.length === 0 || name.length > FILE_NAME_MAX) return FILE_NAME;
  return isHeaderText(name) ? undefined : "must be well-formed Unicode without line breaks or control characters";
};

/** Why a media type cannot be a file's; undefined when it can. Whole messages and multiparts may not be base64 (RFC 2046, 5.1 and 5.2.1). */
export const mediaTypeIssue = (type: string): string | undefined => {
  if (!mediaType.test(type)) return MEDIA_TYPE;
  return /^(?:multipart|message)\//i.test(type) ? "must be sent as application/octet-stream: mail takes no base64 in it" : undefined;
};

/** Why a text cannot be a Content-ID; undefined when it can. */
export const contentIdIssue = (id: string): string | undefined =>
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.@-]{1,200}$/.test(id) ? undefined : CONTENT_ID;
