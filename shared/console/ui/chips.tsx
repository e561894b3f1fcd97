import { useId, useState } from "preact/hooks";
import { t } from "../data/language.ts";
import { peopleLike } from "../data/people.ts";
import { addressesOf, asChips } from "../data/pairs.ts";

/** The complete addresses, and the text that is still being typed after the last separator. */
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
  /** Allows only one address: the next one replaces it. */
  readonly isOne?: boolean;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}

/** Recipients: each address is a chip that can be removed; the next one is typed after them. */
export const Chips = ({ label, value, onChange, names = new Map(), isOne = false, hint, error }: ChipsProps) => {
  const id = useId();
  const { chips, typed } = partsOf(value);
  const set = (addresses: readonly string[], rest = ""): void =>
    onChange(`${asChips(isOne ? addresses.slice(-1) : [...new Set(addresses)])}${rest}`);
  const [at, setAt] = useState(-1);
  const [isAsking, setAsking] = useState(false);
  const offered = isAsking ? peopleLike(typed).filter(({ email }) => !chips.includes(email)) : [];
  const take = (email: string): void => {
    setAt(-1);
    setAsking(false);
    set([...chips, email]);
  };
  const onKey = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && offered.length > 0) {
      event.preventDefault();
      setAt((Math.max(at, by > 0 ? -1 : 0) + by + offered.length) % offered.length);
    }
    if (event.key === "Escape" && offered.length > 0) {
      event.preventDefault();
      setAsking(false);
    }
    if ((event.key === "Enter" || event.key === "Tab") && offered[at] && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      take(offered[at].email);
      return;
    }
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
      <label for={id}>{t(label)}</label>
      <div class="chips">
        {chips.map((address) => (
          <span key={address} class="chip">
            {names.has(address.toLowerCase()) && <b>{names.get(address.toLowerCase())} </b>}
            {address}
            <button
              type="button"
              class="icon"
              aria-label={t("Remove {name} from {list}", { name: address, list: t(label) })}
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
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={offered.length > 0}
          aria-controls={`${id}-offered`}
          aria-activedescendant={offered[at] ? `${id}-${at}` : undefined}
          onInput={({ currentTarget: { value: next } }) => {
            setAt(-1);
            setAsking(true);
            const read = partsOf(next);
            if (read.chips.length > 0) set([...chips, ...read.chips], read.typed);
            else set(chips, next);
          }}
          onKeyDown={onKey}
          onBlur={() => {
            setAsking(false);
            if (typed.trim() !== "") set([...chips, typed.trim()]);
          }}
        />
      </div>
      <ul
        id={`${id}-offered`}
        class="offered"
        hidden={offered.length === 0}
        role="listbox"
        aria-label={t("Suggestions for {list}", { list: t(label) })}
      >
        {offered.map(({ name, email }, index) => (
          <li
            key={email}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onMouseDown={(event) => {
              // The field keeps the focus, so that the typed text is not taken for an address.
              event.preventDefault();
              take(email);
            }}
          >
            {name !== "" && <b>{name} </b>}
            {email}
          </li>
        ))}
      </ul>
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
