export { createClient, type EmailService } from "./client.ts";
export { attachment, type FileSource } from "./attachment.ts";
export * from "./errors.ts";
export { eventTypes } from "./generated.ts";
export type * from "./generated.ts";
export type { ClientOptions, KeyedOptions, RequestOptions } from "./options.ts";
export type { Pages } from "./options.ts";
export { type WebhookHeaders, WebhookVerificationError } from "./verify-webhook.ts";
export { SendEndedError, type WaitOptions } from "./client.ts";
