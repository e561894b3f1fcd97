/** The settings with which AWS SDK clients sign requests to the local emulators, which check only the region. */
export const localAws = {
  region: "us-east-1",
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
} as const;

/** The account in every local ARN and queue URL. */
export const LOCAL_ACCOUNT = "000000000000";
