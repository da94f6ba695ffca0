import { coldHistory } from "../../src/pipeline/history/cold/coldHistory.ts";
import { coldReader } from "../../src/pipeline/history/cold/coldReader.ts";

/** Of an installation without cold files. */
export const months = coldHistory(coldReader({ read: async () => null }, Date.now), Date.now);
