import { getConsoleFile as operation } from "#shared/contract/console.ts";
import { consoleAnswer } from "#shared/http/console/console-answer.ts";
import { openEndpoint } from "#shared/runtime/open-endpoint.ts";
import { consoleSource } from "#shared/runtime/ports/console-files.ts";

/** GET /console/{path+}. */
export const handler = openEndpoint(operation, ({ params, headers }) =>
  consoleAnswer(params.path, consoleSource, headers["accept-encoding"]),
);
