/** Stands in for `@aws-sdk/credential-provider-node` in the bundles: Lambda gives credentials by the environment and by nothing else. */
export { fromEnv as defaultProvider } from "@aws-sdk/credential-provider-env";
