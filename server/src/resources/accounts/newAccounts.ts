import type { CodeDelivery } from "@pulse/contract/accounts";
import { AppError } from "@pulse/contract/errors";
import type { PoolUser, UserPool } from "../../platform/userPool/userPool.ts";

/** Signs up. A code that could not be sent is reported later: the account exists, and another code can be asked for. */
export async function signedUp(
  pool: UserPool,
  person: { email: string; password: string; givenName: string; familyName: string },
) {
  try {
    return { created: await pool.signUp(person), undelivered: null };
  } catch (error) {
    const there =
      error instanceof AppError && error.code === "code_delivery_failure" ? await pool.find(person.email) : null;
    if (there === null) throw error;
    const delivery: CodeDelivery = { medium: "EMAIL", destination: "" };
    return { created: { sub: there.sub, confirmed: false, delivery }, undelivered: error as AppError };
  }
}

/** The new account's sub; null where another call has just made the account. */
export async function adopted(pool: UserPool, person: PoolUser, password: string): Promise<string | null> {
  try {
    return await pool.adopt(person, { kind: "old", text: password });
  } catch (error) {
    if (error instanceof AppError && error.code === "username_already_exists") return null;
    throw error;
  }
}
