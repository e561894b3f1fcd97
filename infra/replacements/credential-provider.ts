/** Replaces `@aws-sdk/credential-provider-node` in the bundles: Lambda provides credentials only in the environment. */
export { fromEnv as defaultProvider } from "@aws-sdk/credential-provider-env";
