import { useId } from "preact/hooks";
import { addressesOf, asChips } from "../data/pairs.ts";

/** What is an address already, and what is still being typed: the text after the last separator. */
const partsOf = (value: string): { readonly chips: readonly string[]; readonly typed: string } => {
  const at = Math.max(value.lastIndexOf(","), value.lastIndexOf(";"), value.lastIndexOf("\n")) + 1;
  return { chips: addressesOf(value.slice(0, at)), typed: value.slice(at).trimStart() };
};

interface ChipsProps {
  readonly label: string;
  /** Addresses with commas between them; the last one is being typed unless a comma follows. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** A person's name by address, in lower case. */
  readonly names?: ReadonlyMap<string, string>;
  /** Takes one address: the next takes its place. */
  readonly isOne?: boolean;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}

/** Recipients: each address is a chip that can be removed, and the next is typed behind them. */
export const Chips = ({ label, value, onChange, names = new Map(), isOne = false, hint, error }: ChipsProps) => {
  const id = useId();
  const { chips, typed } = partsOf(value);
  const set = (addresses: readonly string[], rest = ""): void =>
    onChange(`${asChips(isOne ? addresses.slice(-1) : [...new Set(addresses)])}${rest}`);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && typed.trim() !== "") {
      event.preventDefault();
      set([...chips, typed.trim()]);
    }
    if (event.key === "Backspace" && typed === "" && chips.length > 0) {
      event.preventDefault();
      set(chips.slice(0, -1), chips.at(-1));
    }
  };
  return (
    <div class={`field${error === undefined ? "" : " wrong"}`}>
      <label for={id}>{label}</label>
      <div class="chips">
        {chips.map((address) => (
          <span key={address} class="chip">
            {names.has(address.toLowerCase()) && <b>{names.get(address.toLowerCase())} </b>}
            {address}
            <button
              type="button"
              class="icon"
              aria-label={`Remove ${address} from ${label}`}
              onClick={() =>
                set(
                  chips.filter((one) => one !== address),
                  typed,
                )
              }
            >
              ×
            </button>
          </span>
        ))}
        <input
          id={id}
          type="text"
          inputMode="email"
          autoComplete="off"
          spellcheck={false}
          value={typed}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          onInput={({ currentTarget: { value: next } }) => {
            const read = partsOf(next);
            if (read.chips.length > 0) set([...chips, ...read.chips], read.typed);
            else set(chips, next);
          }}
          onKeyDown={onKey}
          onBlur={() => typed.trim() !== "" && set([...chips, typed.trim()])}
        />
      </div>
      {hint !== undefined && (
        <small id={`${id}-hint`} class="soft">
          {hint}
        </small>
      )}
      {error !== undefined && (
        <small id={`${id}-error`} class="error" role="alert">
          {error}
        </small>
      )}
    </div>
  );
};
