import { authOperations } from "./operations/auth.ts";
import { deviceOperations } from "./operations/devices.ts";
import { profileOperations } from "./operations/profile.ts";
import { signOutOperations } from "./operations/signOut.ts";
import type { Operation } from "./operation.ts";

/** Every operation the endpoint knows, by name: the only list. A Map, so that `constructor` is not a name. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  [...authOperations, ...signOutOperations, ...deviceOperations, ...profileOperations].map((each) => [each.name, each]),
);

/** Operations that only a holder of the admin key pair may call (contract section 5a). */
export const isAdminName = (name: string): boolean => /^(Admin|Describe|List[A-Za-z]*Users?)/.test(name);
