import { mongoSealedRecords, sealedCollections } from "../../adapters/mongo/mailboxes/sealed-records.ts";
import { connect } from "./database.ts";

/** Every collection with sealed values, for key rotation. */
export const sealedRecords = sealedCollections.map((name) => mongoSealedRecords(connect, name));
