import { type Holders, readHolders } from "./holders.repository.ts";
import { inUse } from "./refusals.ts";

export type { Holders };
export { readHolders as holdersOf };

/** @throws {AppError} `in_use`, if anybody has the role or group */
export function refuseHeld(entity: "Role" | "Group", { users, customers }: Holders): void {
  if (users.length + customers.length > 0)
    throw inUse(entity, [
      { path: "users", items: users },
      { path: "customers", items: customers },
    ]);
}
