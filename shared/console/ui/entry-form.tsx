import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../data/language.ts";
import { wordsOf } from "../data/queries.ts";
import { Button, Icon, ProviderIcon } from "./controls.tsx";
import { leaveFor, useSignInProviders } from "../data/sign-in.ts";

/** What was typed into a field of a form. */
export const textIn = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** Sends the form of a page before the console; a failure's words are its error, and it is busy until then. */
export const useEntry = (send: (form: FormData) => Promise<void>) => {
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    setError(undefined);
    try {
      await send(form);
    } catch (failure) {
      setError(wordsOf(failure));
      setBusy(false);
    }
  };
  return { error, isBusy, submit };
};

interface EntryFormProps {
  readonly title: string;
  readonly onSubmit: (event: SubmitEvent) => Promise<void>;
  readonly children: ComponentChildren;
}

/** A page before the console: one form under the logo. */
export const EntryForm = ({ title, onSubmit, children }: EntryFormProps) => {
  useEffect(() => {
    document.title = `${t(title)} · Email service`;
  }, []);
  return (
    <main class="sign-in">
      <form class="panel" onSubmit={(event) => void onSubmit(event)}>
        <h1>
          <Icon name="logo" /> {t(title)}
        </h1>
        {children}
      </form>
    </main>
  );
};

/** Buttons that lead to the providers' pages, below a form; nothing where the operator has switched on none. */
export const SignInWith = ({ invitation }: { readonly invitation?: string }) => {
  const providers = useSignInProviders();
  const [leaving, setLeaving] = useState<string>();
  const [error, setError] = useState<string>();
  if (providers.length === 0) return null;
  const leave = (provider: string): void => {
    setLeaving(provider);
    setError(undefined);
    leaveFor(provider, invitation).catch((failure: unknown) => {
      setError(wordsOf(failure));
      setLeaving(undefined);
    });
  };
  return (
    <div class="stack sign-in-with">
      <p class="soft or">{t("or")}</p>
      {providers.map((one) => (
        <Button key={one.provider} isBusy={leaving === one.provider} onClick={() => leave(one.provider)}>
          <ProviderIcon of={one} /> {t("Continue with {name}", { name: one.company })}
        </Button>
      ))}
      {error !== undefined && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
};
