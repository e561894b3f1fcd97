import { type Issuer, levels } from "./authorize.ts";

const scopes = Object.keys(levels);

/** The metadata of the protected resource /mcp (RFC 9728, 2). */
export const resourceMetadata = ({ issuer, resource }: Issuer) => ({
  resource,
  authorization_servers: [issuer],
  scopes_supported: scopes,
  bearer_methods_supported: ["header"],
  resource_name: "Email service",
  resource_documentation: `${issuer}/docs/agents`,
});

/**
 * The metadata of the authorization server (RFC 8414, 2; RFC 9207, 3; RFC 9728, 4). Clients have no secret and are not registered: a client_id is the
 * URL of a metadata document.
 */
export const serverMetadata = ({ issuer, resource }: Issuer) => ({
  issuer,
  authorization_endpoint: `${issuer}/console/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  scopes_supported: scopes,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code"],
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  code_challenge_methods_supported: ["S256"],
  client_id_metadata_document_supported: true,
  authorization_response_iss_parameter_supported: true,
  protected_resources: [resource],
  service_documentation: `${issuer}/docs/agents`,
});

/** An answer in JSON that is not in the API's form; every browser's page may read it, as it may the documentation. */
export const openJson = (body: unknown) => ({
  status: 200,
  headers: { "content-type": "application/json", "access-control-allow-origin": "*" },
  body: JSON.stringify(body),
});
