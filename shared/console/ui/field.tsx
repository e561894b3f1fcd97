import type { ComponentChildren, JSX } from "preact";
import { t } from "../data/language.ts";
import { useId } from "preact/hooks";
import { Button, Copy } from "./controls.tsx";

interface Around {
  readonly label: string;
  /** One sentence below it. */
  readonly hint?: ComponentChildren;
  /** What the API said about it (fieldsOf). */
  readonly error?: string | undefined;
  /** Shows the label to screen readers alone. */
  readonly hidesLabel?: boolean;
}

const Framed = ({
  id,
  label,
  hint,
  error,
  hidesLabel = false,
  children,
}: Around & { readonly id: string; readonly children: ComponentChildren }) => (
  <div class={`field${error === undefined ? "" : " wrong"}`}>
    <label for={id} class={hidesLabel ? "unseen" : ""}>
      {t(label)}
    </label>
    {children}
    {hint !== undefined && (
      <small id={`${id}-hint`} class="soft">
        {typeof hint === "string" ? t(hint) : hint}
      </small>
    )}
    {error !== undefined && (
      <small id={`${id}-error`} class="error" role="alert">
        {error}
      </small>
    )}
  </div>
);

const described = (id: string, { hint, error }: Around) => ({
  id,
  "aria-invalid": error !== undefined,
  "aria-describedby": [hint === undefined ? "" : `${id}-hint`, error === undefined ? "" : `${id}-error`].join(" ").trim() || undefined,
});

const own = <T extends Around & { readonly placeholder?: unknown }>({ label: _l, hint: _h, error: _e, hidesLabel: _s, ...rest }: T) => ({
  ...rest,
  ...(typeof rest.placeholder === "string" && { placeholder: t(rest.placeholder) }),
});

/** An input of one line with its label, hint and error. */
export const Field = (props: Around & Omit<JSX.InputHTMLAttributes, "label">) => {
  const id = useId();
  return (
    <Framed {...props} id={id}>
      <input type="text" {...own(props)} {...described(id, props)} />
    </Framed>
  );
};

/** An input of several lines. */
export const TextArea = (props: Around & Omit<JSX.TextareaHTMLAttributes, "label">) => {
  const id = useId();
  return (
    <Framed {...props} id={id}>
      <textarea rows={5} {...own(props)} {...described(id, props)} />
    </Framed>
  );
};

/** A choice of one; `options` are `[value, text]`. */
export const Select = ({
  options,
  ...props
}: Around & { readonly options: readonly (readonly [string, string])[] } & Omit<JSX.SelectHTMLAttributes, "label">) => {
  const id = useId();
  return (
    <Framed {...props} id={id}>
      <select {...own(props)} {...described(id, props)}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Framed>
  );
};

/** A box to tick, with its label beside it. */
export const Checkbox = ({ label, hint, ...rest }: Pick<Around, "label" | "hint"> & Omit<JSX.InputHTMLAttributes, "label">) => {
  const id = useId();
  return (
    <div class="checkbox">
      <input {...rest} type="checkbox" id={id} aria-describedby={hint === undefined ? undefined : `${id}-hint`} />
      <label for={id}>{t(label)}</label>
      {hint !== undefined && (
        <small id={`${id}-hint`} class="soft">
          {typeof hint === "string" ? t(hint) : hint}
        </small>
      )}
    </div>
  );
};

/** The end of a dialog that shows a value only this once: what to do with it, the value to copy, and Done. */
export const ShownOnce = ({
  value,
  copy,
  onClose,
  children,
}: {
  readonly value: string;
  /** The words on the button that copies it. */
  readonly copy: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) => (
  <>
    <p>{children}</p>
    <div class="row">
      <code class="key">{value}</code>
      <Copy text={value} label={copy} />
    </div>
    <footer>
      <Button kind="primary" onClick={onClose}>
        Done
      </Button>
    </footer>
  </>
);
