import { useState } from "preact/hooks";
import { t } from "../../data/language.ts";
import { signIn } from "../../data/session.ts";
import { problemWords, takeProblem } from "../../data/sign-in.ts";
import { Button } from "../../ui/controls.tsx";
import { EntryForm, SignInWith, textIn, useEntry } from "../../ui/entry-form.tsx";
import { Field } from "../../ui/field.tsx";

type Way = "password" | "key";

/** What became of a sign-in at a provider. */
const Problem = () => {
  const [problem] = useState(takeProblem);
  const words = problemWords(problem);
  if (words === "") return null;
  return (
    <div role="alert">
      <p class="error">{words}</p>
      {problem !== "nobody" && problem !== "invitation" && (
        <p class="soft">{t("If you were accepting an invitation, open its link again.")}</p>
      )}
    </div>
  );
};

/** Signing in, with email and password, with a provider's account or with an API key; the typed values are sent once and not stored. */
const SignIn = () => {
  const [way, setWay] = useState<Way>("password");
  const { error, isBusy, submit } = useEntry((form) =>
    signIn(
      way === "key"
        ? { api_key: textIn(form, "api_key").trim() }
        : { email: textIn(form, "email").trim(), password: textIn(form, "password") },
    ),
  );
  return (
    <EntryForm title="Sign in" onSubmit={submit}>
      <Problem />
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
      <SignInWith />
      <Button kind="quiet" onClick={() => setWay(way === "key" ? "password" : "key")}>
        {way === "key" ? "Use email and password" : "Use an API key"}
      </Button>
    </EntryForm>
  );
};

export default SignIn;
