import type { ComponentChildren } from "preact";
import { t } from "../data/language.ts";
import { useEffect } from "preact/hooks";
import { wordsOf } from "../data/queries.ts";
import { Button } from "./controls.tsx";

interface PageProps {
  readonly title: string;
  /** A line below the title. */
  readonly about?: ComponentChildren;
  /** Buttons beside the title. */
  readonly actions?: ComponentChildren;
  /** The screen above it: its address and name. */
  readonly above?: readonly [href: string, name: string];
  /** Limits the width to that of readable text; else it is as wide as a table needs. */
  readonly isNarrow?: boolean;
  readonly children: ComponentChildren;
}

/** A screen: its title, which is the document's too, its actions and its content. */
export const Page = ({ title, about, actions, above, isNarrow = false, children }: PageProps) => {
  useEffect(() => {
    document.title = `${title} · Email service`;
  }, [title]);
  return (
    <div class={`page${isNarrow ? " narrow" : ""}`}>
      <header class="title">
        <div>
          {above !== undefined && (
            <a class="above" href={above[0]}>
              ‹ {t(above[1])}
            </a>
          )}
          <h1>{title}</h1>
          {about !== undefined && <p class="soft">{about}</p>}
        </div>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
};

/** A part of a screen in a frame. */
export const Panel = ({
  title,
  actions,
  children,
}: {
  readonly title?: string;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}) => (
  <section class="panel">
    {title !== undefined && (
      <header>
        <h2>{t(title)}</h2>
        {actions}
      </header>
    )}
    {children}
  </section>
);

/** Shown while something is loading; only after a moment, so that quick answers do not flicker. */
export const Loading = ({ what = "Loading" }: { readonly what?: string }) => (
  <p class="loading" role="status">
    {t(what)}…
  </p>
);

/** Shown when something could not be read: the API's message, with a button to try again. */
export const Failure = ({ error, again }: { readonly error: unknown; readonly again?: () => void }) => (
  <div class="failure" role="alert">
    <p>{wordsOf(error)}</p>
    {again !== undefined && <Button onClick={again}>Try again</Button>}
  </div>
);

/** Shown when there is nothing: why, and what to do next. */
export const Empty = ({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
  readonly action?: ComponentChildren;
}) => (
  <div class="empty">
    <p class="strong">{t(title)}</p>
    {children !== undefined && <p class="soft">{typeof children === "string" ? t(children) : children}</p>}
    {action}
  </div>
);

/** The answer of `useRecord` once it has arrived; until then Loading or Failure. */
export const Loaded = <T,>({
  from: { data, error, refetch },
  children,
}: {
  readonly from: { readonly data: T | undefined; readonly error: unknown; readonly refetch: () => unknown };
  readonly children: (data: T) => ComponentChildren;
}) => {
  if (data !== undefined) return <>{children(data)}</>;
  if (error !== null && error !== undefined) return <Failure error={error} again={() => void refetch()} />;
  return <Loading />;
};
