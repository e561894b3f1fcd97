/** The settings of an account, as its document has them. */
export interface UserSettings {
  /** Whether a recipient whose delivery failed permanently is suppressed. */
  readonly suppressBounced?: boolean;
  /** Whether a recipient who complained is suppressed; absent means yes. */
  readonly suppressComplained?: boolean;
  /** Whether a sender whose answer asks to be written to no more is suppressed; absent means no. */
  readonly suppressAsked?: boolean;
  /** Whether its corrections of messages may be exported as cases for the evaluation; absent means no. */
  readonly shareCorrections?: boolean;
  /** The domains whose people count as the account's own; absent or empty: the domains of each tenant's mailboxes. */
  readonly ownDomains?: readonly string[];
  /** What the page of its connect links calls the product; absent: the account's name. */
  readonly connectName?: string;
  /** The https URL of the logo on that page; empty or absent: none. */
  readonly connectLogoUrl?: string;
  /** The exact URLs to which the page may redirect. */
  readonly connectRedirectUris?: readonly string[];
  /** The origins of pages that may show it in a frame. */
  readonly connectFrameOrigins?: readonly string[];
}
