/** A start that cannot go on, with one clear line for the person who started it. */
export class StartFailure extends Error {
  override readonly name = "StartFailure";
}

/** Runs a command's main function: a StartFailure prints its line, anything else its stack; both exit 1. */
export const runMain = (main: () => Promise<void>): void => {
  main().catch((error: unknown) => {
    console.error(error instanceof StartFailure ? error.message : error);
    process.exit(1);
  });
};
