/** Calls within the region normally take far less than a second; these limits are for a service that hangs. */
const CONNECT_MS = 2_000;
const REQUEST_MS = 2_000;

/**
 * Limits of an AWS SDK client: two tries of 2 s each, so that a service that hangs after the commit does not turn an accepted email into a 5xx (AWS
 * SDK for JavaScript, "Configure timeouts"; without `throwOnRequestTimeout` the client only warns).
 */
export const awsLimits = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: REQUEST_MS, throwOnRequestTimeout: true },
};
