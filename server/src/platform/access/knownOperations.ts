import { type KnownOperations, operationsOf } from "./operations.repository.ts";

export type { KnownOperations };
export { operationsOf as knownOperations };
