import type { QueueName } from "../contract/queue-messages.ts";

/**
 * What a function may need of the world. A port in `ports/` names its own as `needs`; infra/permissions.ts says what each gives: IAM grants
 * and environment variables.
 */
export type Need =
  | "secret"
  | "keyring"
  | "database"
  | `${QueueName}Queue`
  | "pollMinutes"
  | "outsideCalls"
  | "createSchedules"
  | "deleteSchedules"
  | "mail"
  | "web"
  | "links"
  | "dns"
  | "docsFiles";
