import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";
import type { ApiReads } from "#shared/transports/http/batches.ts";

/** An account of the Gmail API at no server. */
export const account: ApiAccount = {
  api: "gmail_api",
  apiUrl: "https://gmail.test",
  username: "me@example.test",
  credential: { accessToken: "t" },
} as ApiAccount;

/** A client that answers each path by `answer`, and a batch by `batch`; the paths that were asked. */
export const reads = (
  answer: (path: string) => unknown,
  batch?: (paths: readonly string[]) => Buffer,
  type = "multipart/mixed; boundary=B",
) => {
  const asked: string[] = [];
  const client = {
    json: async (_: unknown, { path }: { path: string }) => {
      asked.push(path);
      const given = answer(path);
      if (given instanceof Error) throw given;
      return given;
    },
    answer: async (_: unknown, { body }: { body: { bytes: string } }) => {
      const paths = [...body.bytes.matchAll(/^GET (\S+)/gm)].map(([, path]) => path!);
      asked.push(...paths);
      return { status: 200, headers: { "content-type": type }, body: batch!(paths) };
    },
  };
  return Object.assign({ account, client, signal: new AbortController().signal } as unknown as ApiReads, { asked });
};
/** An answer of a batch. */
export const partOf = (at: number | string, status: number, body: string, eol = "\r\n") =>
  `--B${eol}Content-Type: application/http${eol}Content-ID: <response-${at}>${eol}${eol}HTTP/1.1 ${status} X${eol}Content-Type: application/json${eol}${eol}${body}${eol}`;
/** A batch of these answers. */
export const whole = (...parts: string[]) => Buffer.from(`${parts.join("")}--B--\r\n`);
