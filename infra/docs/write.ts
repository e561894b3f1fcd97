// `npm run docs`: writes the generated tables into the documents, and the client's types and table.
import { writeFileSync } from "node:fs";
import { generatedClient } from "../client/generate.ts";
import { generatedTables, withTable } from "./tables.ts";

for (const generated of generatedTables) writeFileSync(generated.file, withTable(generated));
writeFileSync("shared/client/generated.ts", generatedClient());
