import { type CustomerOperations, operationsOf } from "./operations.repository.ts";

export type { CustomerOperations };
export { operationsOf as customerOperations };
