import { useState } from "preact/hooks";
import { t } from "../data/language.ts";
import { wordsOf } from "../data/queries.ts";
import { leaveFor, useSignInProviders } from "../data/sign-in.ts";
import { Button, ProviderIcon } from "./controls.tsx";

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
