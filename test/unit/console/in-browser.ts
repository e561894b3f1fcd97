// What a browser has and Node lacks, of what the console's modules use while they load: import this before them.
Object.assign(globalThis, { addEventListener: () => {}, location: new URL("http://127.0.0.1/console") });
