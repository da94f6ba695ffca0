import { coldHistory } from "@pulse/server/pipeline/history/cold/coldHistory";
import { coldReader } from "@pulse/server/pipeline/history/cold/coldReader";

/** Of an installation without cold files. */
export const months = coldHistory(coldReader({ read: async () => null }, Date.now), Date.now);
