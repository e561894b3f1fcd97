import { t } from "../../data/language.ts";
import { useEffect, useState } from "preact/hooks";
import { wordsOf } from "../../data/queries.ts";
import { signIn } from "../../data/session.ts";
import { Button, Icon } from "../../ui/controls.tsx";
import { Field } from "../../ui/field.tsx";

type Way = "password" | "key";

const textIn = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** Signing in, with email and password or with an API key; the typed values are sent once and not stored. */
const SignIn = () => {
  const [way, setWay] = useState<Way>("password");
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    document.title = `${t("Sign in")} · Email service`;
  }, []);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    setError(undefined);
    try {
      await signIn(
        way === "key"
          ? { api_key: textIn(form, "api_key").trim() }
          : { email: textIn(form, "email").trim(), password: textIn(form, "password") },
      );
    } catch (failure) {
      setError(wordsOf(failure));
      setBusy(false);
    }
  };
  return (
    <main class="sign-in">
      <form class="panel" onSubmit={(event) => void submit(event)}>
        <h1>
          <Icon name="logo" /> {t("Sign in")}
        </h1>
        {way === "password" ? (
          <>
            <Field label="Email" name="email" type="email" autocomplete="username" required autofocus />
            <Field label="Password" name="password" type="password" autocomplete="current-password" required error={error} />
          </>
        ) : (
          <Field
            label="API key"
            name="api_key"
            type="password"
            autocomplete="off"
            required
            error={error}
            hint="It is sent once; the page keeps a session of 12 hours and not the key. A key that may only read makes a read-only console."
          />
        )}
        <Button type="submit" kind="primary" isBusy={isBusy}>
          Sign in
        </Button>
        <Button kind="quiet" onClick={() => setWay(way === "key" ? "password" : "key")}>
          {way === "key" ? "Use email and password" : "Use an API key"}
        </Button>
      </form>
    </main>
  );
};

export default SignIn;
