import { type Holders, readHolders } from "./holders.repository.ts";

export type { Holders };
export { readHolders as holdersOf };
