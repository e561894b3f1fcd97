// `npm run docs`: writes the generated tables into the documents.
import { writeFileSync } from "node:fs";
import { generatedTables, withTable } from "./tables.ts";

for (const generated of generatedTables) writeFileSync(generated.file, withTable(generated));
