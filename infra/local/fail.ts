/** A failed start, with a one-line message for the person who started it. */
export class StartFailure extends Error {
  override readonly name = "StartFailure";
}

/** Runs a command's main function. A StartFailure prints its message, any other error its stack; both exit with 1. */
export const runMain = (main: () => Promise<void>): void => {
  main().catch((error: unknown) => {
    console.error(error instanceof StartFailure ? error.message : error);
    process.exit(1);
  });
};
