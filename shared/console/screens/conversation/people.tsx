import { useState } from "preact/hooks";

/** How many people show before a click. */
const SHOWN = 3;

/** People of an email, each with name and address; beyond three behind a button. */
export const People = ({
  label,
  list,
}: {
  readonly label: string;
  readonly list: readonly { readonly name: string; readonly email: string }[];
}) => {
  const [isWhole, setWhole] = useState(false);
  if (list.length === 0) return null;
  const shown = isWhole ? list : list.slice(0, SHOWN);
  return (
    <>
      <dt>{label}</dt>
      <dd class="chips plain">
        {shown.map(({ name, email }, index) => (
          <span key={`${index} ${email}`} class="chip">
            {name !== "" && name !== email && <b>{name} </b>}
            {email}
          </span>
        ))}
        {shown.length < list.length && (
          <button type="button" class="button quiet small" onClick={() => setWhole(true)}>
            and {list.length - SHOWN} more
          </button>
        )}
      </dd>
    </>
  );
};
