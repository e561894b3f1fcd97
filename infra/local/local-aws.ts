/** How an AWS SDK client signs for the local emulators, which look at the region only. */
export const localAws = {
  region: "us-east-1",
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
} as const;

/** The account in every local ARN and queue URL. */
export const LOCAL_ACCOUNT = "000000000000";
