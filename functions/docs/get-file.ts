import { getDocsFile as operation } from "#shared/contract/docs.ts";
import { notFound } from "#shared/domain/errors.ts";
import { docsAnswer } from "#shared/http/docs/docs-answer.ts";
import { openEndpoint } from "#shared/runtime/open-endpoint.ts";
import { docsSource } from "#shared/runtime/ports/docs-files.ts";

/** GET /docs/{file}. */
export const handler = openEndpoint(operation, async ({ params }) => {
  const answer = await docsAnswer(params.file, docsSource);
  if (!answer) throw notFound("File");
  return answer;
});
