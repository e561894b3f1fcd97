import { isHeaderText } from "./text.ts";

/** The most attachments of one email, and their greatest total size, decoded, bytes. With 1 MB of text as JSON they fit in a request. */
export const ATTACHMENTS_MAX = 20;
export const ATTACHMENTS_BYTES = 3_000_000;
/** The longest file name, characters. */
export const FILE_NAME_MAX = 200;
/** The error texts for an invalid file name, media type and Content-ID. */
export const FILE_NAME = `must have 1 to ${FILE_NAME_MAX} characters`;
export const MEDIA_TYPE = "must be a media type such as application/pdf, with no parameter but charset";
export const CONTENT_ID = "must have 1 to 200 letters, digits and punctuation marks, as in the HTML's cid:…, without < and >";

const TOKEN = "[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}";
const mediaType = new RegExp(`^${TOKEN}/${TOKEN}(?:; ?charset=[A-Za-z0-9._-]{1,40})?$`);

/** Why a file's name is not allowed in a header; undefined when it is. */
export const fileNameIssue = (name: string): string | undefined => {
  if (name.length === 0 || name.length > FILE_NAME_MAX) return FILE_NAME;
  return isHeaderText(name) ? undefined : "must be well-formed Unicode without line breaks or control characters";
};

/** Why a media type is not allowed for a file; undefined when it is. Whole messages and multiparts must not be base64 (RFC 2046, 5.1 and 5.2.1). */
export const mediaTypeIssue = (type: string): string | undefined => {
  if (!mediaType.test(type)) return MEDIA_TYPE;
  return /^(?:multipart|message)\//i.test(type)
    ? "must be sent as application/octet-stream: mail does not allow base64 for this type"
    : undefined;
};

/** Why a text is no valid Content-ID; undefined when it is. */
export const contentIdIssue = (id: string): string | undefined =>
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.@-]{1,200}$/.test(id) ? undefined : CONTENT_ID;
