import type { ServerCertificate } from "../../certificates.ts";
import type { Delivery } from "../correspondents.ts";
import type { MailStore } from "../mail-store.ts";
import type { SendSettings } from "../mime.ts";
import type { Calls, Given, HttpAnswer } from "./answer.ts";
import type { OauthSettings } from "./oauth.ts";
import type { Tokens } from "./tokens.ts";

/** What the HTTPS port needs of the sandbox. */
export interface HttpOptions {
  readonly store: MailStore;
  readonly certificate: ServerCertificate;
  /** Delivers a sent message to one recipient. */
  readonly deliver: (delivery: Delivery) => void;
  /** Signs tokens; with the same key they outlive a restart. */
  readonly key?: Buffer;
  readonly port?: number;
}

/** What a stand-in works with. */
export interface ApiPorts extends Pick<HttpOptions, "store" | "deliver"> {
  readonly tokens: Tokens;
  readonly settings: OauthSettings & SendSettings;
  readonly calls: Calls;
  /** Scheme, host and port. */
  readonly origin: () => string;
}

/** A stand-in for a provider's interface. */
export interface Api {
  /** Whether it answers below this path. */
  takes(url: string): boolean;
  answer(method: string, url: string, given: Given): Promise<HttpAnswer>;
}
