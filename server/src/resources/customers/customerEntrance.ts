import { AppError } from "@pulse/contract/errors";
import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { customersRepository } from "./customers.repository.ts";

/** Throws `not_found` for a customer out of the viewer's reach. */
export type EnterCustomer = (viewer: Viewer, id: string) => Promise<void>;

/** The way into a customer, for whatever happens in one. */
export function customerEntrance(db: Kysely<Database>): EnterCustomer {
  const { exists } = customersRepository(db);
  return async (viewer, id) => {
    const reaches = viewer.isSuperadmin || viewer.customerId === id;
    if (!reaches || !(await exists(id))) throw new AppError("not_found");
  };
}
