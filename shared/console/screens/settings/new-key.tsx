import { useState } from "preact/hooks";
import type { CreateApiKey } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { fieldsOf, useAction, wordsOf } from "../../data/queries.ts";
import { may, type Scope } from "../../data/session.ts";
import { Button } from "../../ui/button.tsx";
import { Copy } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Checkbox, Field } from "../../ui/field.tsx";

const scopes: readonly (readonly [Scope, string, string])[] = [
  ["read", "Read", "Sees mail, sends and settings. Alone it makes a read-only console."],
  ["send", "Send", "Sends email and answers it."],
  ["admin", "Administer", "Connects mailboxes, makes keys and webhooks."],
];

const FORM = "new-key";

const inputOf = (form: HTMLFormElement): CreateApiKey => {
  const given = new FormData(form);
  const name = given.get("name");
  return {
    name: typeof name === "string" ? name.trim() : "",
    scopes: scopes.flatMap(([scope]) => (given.has(scope) ? [scope] : [])),
  };
};

/** The key itself, shown this once: nothing can show it again. */
const Shown = ({ token }: { readonly token: string }) => (
  <>
    <p>Copy it now: it is shown only once.</p>
    <div class="row">
      <code class="key">{token}</code>
      <Copy text={token} label="Copy key" />
    </div>
  </>
);

/** A dialog that makes a key. */
export const NewKey = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const [token, setToken] = useState<string>();
  const make = useAction((input: CreateApiKey) => client.apiKeys.create(input), {
    changes: [["keys"]],
    showsError: true,
    onDone: (made) => setToken(made.token),
  });
  const errors = fieldsOf(make.error);
  const close = (): void => {
    setToken(undefined);
    make.reset();
    onClose();
  };
  if (token !== undefined)
    return (
      <Dialog title="The new key" isOpen={isOpen} onClose={close}>
        <Shown token={token} />
        <footer>
          <Button kind="primary" onClick={close}>
            Done
          </Button>
        </footer>
      </Dialog>
    );
  return (
    <Dialog
      title="New API key"
      isOpen={isOpen}
      onClose={close}
      actions={
        <Button type="submit" form={FORM} kind="primary" isBusy={make.isRunning}>
          Make key
        </Button>
      }
    >
      <form
        id={FORM}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          make.run(inputOf(event.currentTarget));
        }}
      >
        <Field label="Name" name="name" maxLength={100} placeholder="CRM" required error={errors["name"]} />
        <fieldset class="bare stack">
          <legend class="strong">It may</legend>
          {scopes.map(([scope, label, hint]) => (
            <Checkbox key={scope} name={scope} label={label} hint={hint} defaultChecked={scope === "read"} disabled={!may(scope)} />
          ))}
          {make.error && errors["name"] === undefined && (
            <small class="error" role="alert">
              {errors["scopes"] ?? wordsOf(make.error)}
            </small>
          )}
        </fieldset>
      </form>
    </Dialog>
  );
};
