import type { OAuthClient, Provider } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { t } from "../../data/language.ts";
import { useRecord } from "../../data/queries.ts";
import { may, session } from "../../data/session.ts";
import { Select } from "../../ui/field.tsx";
import { accessChoices, type AskedAccess } from "./connection.ts";

/** The account's own OAuth clients; none for people who may not see them, and in a test world. */
export const useOAuthClients = (): readonly OAuthClient[] => {
  const mayList = may("admin") && session.value?.mode !== "test";
  return useRecord<readonly OAuthClient[]>(["oauth-clients"], mayList ? () => client.oauthClients.list() : undefined).data ?? [];
};

/** The choice of the application to which a mailbox's owner consents; nothing where the account has none of its own. */
export const OAuthClientSelect = ({
  clients,
  ...select
}: {
  readonly clients: readonly OAuthClient[];
  readonly value?: string;
  readonly name?: string;
  readonly onChoice?: (id: string) => void;
}) => {
  const { onChoice, ...rest } = select;
  if (clients.length === 0) return null;
  return (
    <Select
      label="Application"
      hint="The owner gives access to it; an application of your own has its own limits and review at the provider."
      options={[["", t("This service’s")], ...clients.map(({ id, name }) => [id, name] as const)]}
      {...rest}
      {...(onChoice && { onChange: ({ currentTarget }) => onChoice(currentTarget.value) })}
    />
  );
};

/** The choice of what a mailbox's owner is asked for; nothing where the providers have one way alone. */
export const AccessSelect = ({
  providers,
  onChoice,
  ...select
}: {
  readonly providers: readonly Provider[];
  readonly value?: AskedAccess;
  readonly name?: string;
  readonly onChoice?: (access: AskedAccess) => void;
}) => {
  const choices = accessChoices(providers);
  if (choices.length === 1) return null;
  return (
    <Select
      label="Access"
      hint="What the owner is asked to allow, over the provider’s API or by SMTP and IMAP. The less it is, the easier the review of the application."
      options={choices}
      {...select}
      {...(onChoice && { onChange: ({ currentTarget }) => onChoice(currentTarget.value as AskedAccess) })}
    />
  );
};
