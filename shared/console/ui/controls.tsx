import type { ComponentChildren, JSX } from "preact";
import type { Provider } from "../../client/index.ts";
import { t } from "../data/language.ts";
import { useState } from "preact/hooks";

/** The meaning of a badge's colour. */
export type Tone = "good" | "warn" | "bad" | "info" | "quiet";

/** A state in one or two words; the colour repeats the word's meaning. */
export const Badge = ({ tone = "quiet", children }: { readonly tone?: Tone; readonly children: ComponentChildren }) => (
  <span class={`badge ${tone}`}>{children}</span>
);

const tones: Readonly<Record<string, Tone>> = {
  sent: "good",
  connected: "good",
  active: "good",
  done: "good",
  delivered: "good",
  queued: "info",
  scheduled: "info",
  processing: "info",
  paused: "warn",
  soft: "warn",
  refused: "warn",
  failed: "bad",
  disconnected: "bad",
  hard: "bad",
  complaint: "bad",
};

/** A record's state as the API names it, in the colour of its meaning. */
export const Status = ({ of }: { readonly of: string }) => <Badge tone={tones[of] ?? "quiet"}>{t(of.replaceAll("_", " "))}</Badge>;

interface Looks {
  /** `primary`: once on a screen; `danger`: for actions that cannot be undone. */
  readonly kind?: "primary" | "danger" | "plain" | "quiet";
  readonly children: ComponentChildren;
}

interface ButtonProps extends Looks, Omit<JSX.ButtonHTMLAttributes, "children" | "type"> {
  readonly type?: "button" | "submit";
  /** Shows that its action is running, and ignores clicks. */
  readonly isBusy?: boolean;
}

/** A button; `type="submit"` within forms. */
export const Button = ({ kind = "plain", isBusy = false, disabled, type = "button", children, ...rest }: ButtonProps) => (
  <button {...rest} type={type} class={`button ${kind}`} disabled={(disabled ?? false) || isBusy} aria-busy={isBusy}>
    {typeof children === "string" ? t(children) : children}
  </button>
);

/** A link that looks like a button. */
export const LinkButton = ({ kind = "plain", href, children }: Looks & { readonly href: string }) => (
  <a class={`button ${kind}`} href={href}>
    {typeof children === "string" ? t(children) : children}
  </a>
);

/** A button that copies a text. */
export const Copy = ({ text, label = "Copy" }: { readonly text: string; readonly label?: string }) => {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    window.setTimeout(() => setCopied(false), 2_000);
  };
  return (
    <button type="button" class="button quiet small" onClick={() => void copy()}>
      {isCopied ? t("Copied") : t(label)}
    </button>
  );
};

/** Drawn with a line of 1.5 on a square of 20. */
const paths = {
  logo: "M2.5 4.5h15v11h-15zM2.5 5l7.500 6.500L17.500 5",
  home: "M3 9.500 10 3.500l7 6V16.500h-4.500V12h-5v4.500H3z",
  inbox: "M3 11.500 5 4h10l2 7.500v4.500H3zM3 11.500h4l1 2h4l1-2h4",
  send: "M3 10 17 3.500 13 16.500 9.500 11z M9.500 11 17 3.500",
  compose: "M4 16l.7-3.200L13.500 4 16 6.500 7.200 15.300zM12 5.500 14.500 8",
  mailbox: "M3 6h14v9.500H3zM3 9.500h14M6 12.500h3",
  webhook: "M6 14a3 3 0 1 1 2.500-4.600M10 6a3 3 0 1 1 3 5M8.500 14h5M10 6 7 12",
  events: "M3 10h3l2-5 3.500 10L14 10h3",
  suppress: "M10 3.500a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13zM5.500 5.500l9 9",
  settings: "M4 6h7M14.500 6H16M4 14h1.500M9 14h7M12.700 4.200v3.600M7.200 12.200v3.600M4 10h12",
  menu: "M3.500 6h13M3.500 10h13M3.500 14h13",
  clock: "M10 3.500a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13zM10 6.500V10l2.500 1.500",
  search: "M9 3.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11zM13 13l4 4",
} as const;

/** The name of an icon. */
export type IconName = keyof typeof paths;

/** A small drawing beside a word, hidden from screen readers. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="drawing" viewBox="0 0 20 20" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);

/** A provider's icon, in the colour of the words beside it. */
export const ProviderIcon = ({ of }: { readonly of: Pick<Provider, "icon"> }) => (
  <svg class="drawing" viewBox="0 0 24 24" aria-hidden="true" style={{ fill: "currentColor", stroke: "none" }}>
    <path d={of.icon} />
  </svg>
);
