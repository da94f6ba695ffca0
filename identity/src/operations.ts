import { adminSessionOperations } from "./operations/adminSessions.ts";
import { adminUserOperations } from "./operations/adminUsers.ts";
import { authOperations } from "./operations/auth.ts";
import { deviceOperations } from "./operations/devices.ts";
import { passwordOperations } from "./operations/password.ts";
import { poolOperations } from "./operations/pool.ts";
import { passkeyOperations } from "./operations/passkeys.ts";
import { profileOperations } from "./operations/profile.ts";
import { signOutOperations } from "./operations/signOut.ts";
import { signUpOperations } from "./operations/signUp.ts";
import { softwareTokenOperations } from "./operations/softwareToken.ts";
import type { Operation } from "./operation.ts";

const all: Operation[] = [
  ...signUpOperations,
  ...authOperations,
  ...signOutOperations,
  ...deviceOperations,
  ...profileOperations,
  ...passwordOperations,
  ...softwareTokenOperations,
  ...passkeyOperations,
  ...adminUserOperations,
  ...adminSessionOperations,
  ...poolOperations,
];

/** All operations of the endpoint by name. A Map, so that `constructor` and the like are not found in it. */
export const operations: ReadonlyMap<string, Operation> = new Map(all.map((each) => [each.name, each]));

/** Operations that only a holder of the admin key pair may call (contract section 5a). */
export const isAdminName = (name: string): boolean => /^(Admin|Describe|GetUserPool|List[A-Za-z]*Users?)/.test(name);
