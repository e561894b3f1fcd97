import { useEffect, useState } from "preact/hooks";
import { t } from "../../data/language.ts";
import { wordsOf } from "../../data/queries.ts";
import { acceptInvitation } from "../../data/session.ts";
import { Button, Icon } from "../../ui/controls.tsx";
import { Field } from "../../ui/field.tsx";

/** The token of the address; read once and taken out of the address, so that no copy of it and no history has it. */
const takeToken = (): string => {
  const token = location.hash.slice(1);
  if (token !== "") history.replaceState(null, "", location.pathname);
  return token;
};

const textIn = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** Accepting an invitation: the invited chooses an email and a password, and is signed in. */
const Invitation = () => {
  const [token] = useState(takeToken);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    document.title = `${t("Your invitation")} · Email service`;
  }, []);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    setError(undefined);
    try {
      await acceptInvitation({ token, email: textIn(form, "email").trim(), password: textIn(form, "password") });
      location.assign("/console");
    } catch (failure) {
      setError(wordsOf(failure));
      setBusy(false);
    }
  };
  return (
    <main class="sign-in">
      <form class="panel" onSubmit={(event) => void submit(event)}>
        <h1>
          <Icon name="logo" /> {t("Your invitation")}
        </h1>
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
          </>
        )}
      </form>
    </main>
  );
};

export default Invitation;
