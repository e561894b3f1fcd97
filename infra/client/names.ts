import type { Operation } from "#shared/contract/operation.ts";
import type { OperationId } from "#shared/contract/operations.ts";

/** Names that do not follow the rule below. An empty one means no method: the page belongs to a recipient's link, or to the documentation. */
const exceptions: Partial<Readonly<Record<OperationId, string>>> = {
  "auth/login": "auth.logIn",
  "credits/get-balance": "credits.get",
  "sending/send": "sends.create",
  "sending/send-batch": "sends.createBatch",
  "sending/get": "sends.get",
  "sending/get-status": "sends.getStatus",
  "sending/patch": "sends.update",
  "sending/cancel": "sends.cancel",
  "sending/cancel-many": "sends.cancelMany",
  "sending/follow-up": "sends.followUp",
  "sending/list-logs": "sends.list",
  "inbox/delete-correction": "messages.deleteCorrection",
  "inbox/get-attachment": "messages.getAttachment",
  "suppressions/unsubscribe-page": "",
  "suppressions/unsubscribe": "",
  "docs/get-openapi": "",
  "docs/get-page": "",
  "docs/get-file": "",
};

const camel = (words: string): string => words.replaceAll(/-./g, (dash) => dash.slice(1).toUpperCase());
const plural = (noun: string): string => (noun.endsWith("s") ? noun : `${noun}s`);

/** Functions in these folders name their resource, as in `inbox/reply-to-message`; in other folders the folder is the resource. */
const ABOUT_MANY = ["auth", "inbox", "sending"];
const NAMED = /^(?<verb>[a-z]+)(?:-to)?-(?<noun>[a-z-]+)$/;

/** The client's method for an operation, as `resource.method`; undefined when it has none. */
export const clientName = ({ id }: Pick<Operation, "id">): string | undefined => {
  const exception = exceptions[id as OperationId];
  if (exception !== undefined) return exception === "" ? undefined : exception;
  const [folder = "", file = ""] = id.split("/");
  const { verb = file, noun } = (ABOUT_MANY.includes(folder) ? NAMED.exec(file)?.groups : undefined) ?? {};
  return `${camel(noun === undefined ? folder : plural(noun))}.${camel(verb === "patch" ? "update" : verb)}`;
};
