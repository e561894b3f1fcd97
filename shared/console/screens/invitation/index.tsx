import { useState } from "preact/hooks";
import { t } from "../../data/language.ts";
import { acceptInvitation } from "../../data/session.ts";
import { Button } from "../../ui/controls.tsx";
import { EntryForm, SignInWith, textIn, useEntry } from "../../ui/entry-form.tsx";
import { Field } from "../../ui/field.tsx";

/** The token of the address; read once and taken out of the address, so that no copy of it and no history has it. */
const takeToken = (): string => {
  const token = location.hash.slice(1);
  if (token !== "") history.replaceState(null, "", location.pathname);
  return token;
};

/** Accepting an invitation: the invited chooses an email and a password, and is signed in. */
const Invitation = () => {
  const [token] = useState(takeToken);
  const { error, isBusy, submit } = useEntry(async (form) => {
    await acceptInvitation({ token, email: textIn(form, "email").trim(), password: textIn(form, "password") });
    location.assign("/console");
  });
  return (
    <EntryForm title="Your invitation" onSubmit={submit}>
      {token === "" ? (
        <p>{t("The address of the invitation is not complete: open the whole link that you were given.")}</p>
      ) : (
        <>
          <p class="soft">{t("Choose what you sign in with from now on. This link works once.")}</p>
          <Field label="Email" name="email" type="email" autocomplete="username" required autofocus />
          <Field
            label="Password"
            name="password"
            type="password"
            autocomplete="new-password"
            minLength={8}
            required
            error={error}
            hint="At least eight characters."
          />
          <Button type="submit" kind="primary" isBusy={isBusy}>
            Join
          </Button>
          <SignInWith invitation={token} />
        </>
      )}
    </EntryForm>
  );
};

export default Invitation;
