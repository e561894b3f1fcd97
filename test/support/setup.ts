import { configureGlobal } from "fast-check";

/** Property tests draw the same cases in every run, so that a red run is the change's doing; `FC_SEED` draws others. */
configureGlobal({ seed: Number(process.env["FC_SEED"] ?? 20261121) });
