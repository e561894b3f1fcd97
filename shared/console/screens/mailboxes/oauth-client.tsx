import type { OAuthClient } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { t } from "../../data/language.ts";
import { useRecord } from "../../data/queries.ts";
import { may, session } from "../../data/session.ts";
import { Select } from "../../ui/field.tsx";

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
