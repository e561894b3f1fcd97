/** Upload sessions for large attachments (learn.microsoft.com/graph/outlook-large-attachments). */
import { randomBytes } from "node:crypto";
import { type HttpAnswer, Refusal } from "../http/answer.ts";
import { jsonOf, type GraphRequest } from "./answer.ts";
import type { AttachedFile } from "./message-json.ts";

/** 150 MB (learn.microsoft.com/graph/api/attachment-createuploadsession). */
const LARGEST_BYTES = 150 * 1024 * 1024;
const SESSION_MS = 3_600_000;

interface Session {
  readonly size: number;
  readonly finish: (content: Buffer) => string;
  readonly until: number;
  content: Buffer[];
  received: number;
}

/** The upload sessions of a stand-in. */
export const createUploads = () => {
  const sessions = new Map<string, Session>();
  return {
    /**
     * Starts an upload session for the file that the request describes. `attach` is called with the complete file and returns the URL of the
     * attachment.
     */
    create: (request: GraphRequest, origin: string, attach: (file: AttachedFile) => string): HttpAnswer => {
      const { AttachmentItem: item } = jsonOf(request) as {
        AttachmentItem?: { name?: string; size?: number; contentType?: string; isInline?: boolean; contentId?: string };
      };
      const { name, size = 0, contentType = "application/octet-stream", isInline, contentId } = item ?? {};
      if (name === undefined || size <= 0) throw new Refusal(400, "ErrorInvalidRequest", "AttachmentItem needs a name and a size.");
      if (size > LARGEST_BYTES) throw new Refusal(413, "ErrorAttachmentSizeLimitExceeded", "The attachment is larger than 150 MB.");
      const key = randomBytes(18).toString("base64url");
      const finish = (content: Buffer) =>
        attach({ name, contentType, content, ...(isInline !== undefined && { isInline }), ...(contentId !== undefined && { contentId }) });
      const until = Date.now() + SESSION_MS;
      sessions.set(key, { size, finish, until, content: [], received: 0 });
      const body = { uploadUrl: `${origin}/upload/${key}`, expirationDateTime: new Date(until).toISOString(), nextExpectedRanges: ["0-"] };
      return { status: 201, body };
    },
    /** Stores the next range. It needs no token, because whoever knows the session's URL may write. */
    put: (key: string, range: string | undefined, body: Buffer): HttpAnswer => {
      const session = sessions.get(key);
      if (!session || session.until < Date.now()) throw new Refusal(404, "ErrorItemNotFound", "The upload session was not found.");
      const [, from, to, total] = (/^bytes (\d+)-(\d+)\/(\d+)$/.exec(range ?? "") ?? []).map(Number);
      const isNext = from === session.received && total === session.size && body.length === (to ?? 0) - from + 1;
      if (!isNext || body.length > 4 * 1024 * 1024)
        throw new Refusal(400, "ErrorInvalidRequest", "Content-Range is not the next expected range, or its body is larger than 4 MB.");
      session.content.push(body);
      session.received += body.length;
      const expirationDateTime = new Date(session.until).toISOString();
      if (session.received < session.size)
        return { status: 200, body: { expirationDateTime, nextExpectedRanges: [String(session.received)] } };
      sessions.delete(key);
      return { status: 201, headers: { location: session.finish(Buffer.concat(session.content)) } };
    },
  };
};

/** The upload sessions of a stand-in. */
export type Uploads = ReturnType<typeof createUploads>;
