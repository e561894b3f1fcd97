import { getDocsFile as operation } from "#shared/contract/docs.ts";
import { notFound } from "#shared/domain/errors.ts";
import { docsAnswer } from "#shared/http/docs/docs-answer.ts";
import type { DocsSource } from "#shared/http/docs/docs-source.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { docsSource } from "#shared/runtime/docs-files.ts";
import { openGate as gate } from "#shared/runtime/open-gate.ts";

/** GET /docs/{file}. */
export const getFile = (ports: { gate: Gate; docsSource: DocsSource }) =>
  endpoint(ports.gate, operation, async ({ params }) => {
    const answer = await docsAnswer(params.file, ports.docsSource);
    if (!answer) throw notFound("File");
    return answer;
  });

export const handler = getFile({ gate, docsSource });
