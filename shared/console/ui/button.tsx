import type { ComponentChildren, JSX } from "preact";

interface Looks {
  /** `primary` once a screen, `danger` for what cannot be undone. */
  readonly kind?: "primary" | "danger" | "plain" | "quiet";
  readonly children: ComponentChildren;
}

interface ButtonProps extends Looks, Omit<JSX.ButtonHTMLAttributes, "children" | "type"> {
  readonly type?: "button" | "submit";
  /** Shows that its action runs, and takes no further click. */
  readonly isBusy?: boolean;
}

/** A button; `type="submit"` within forms. */
export const Button = ({ kind = "plain", isBusy = false, disabled, type = "button", children, ...rest }: ButtonProps) => (
  <button {...rest} type={type} class={`button ${kind}`} disabled={(disabled ?? false) || isBusy} aria-busy={isBusy}>
    {children}
  </button>
);

/** A link that looks like a button. */
export const LinkButton = ({ kind = "plain", href, children }: Looks & { readonly href: string }) => (
  <a class={`button ${kind}`} href={href}>
    {children}
  </a>
);
