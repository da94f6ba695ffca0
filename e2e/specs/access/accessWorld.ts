import type { Browser, Page } from "@playwright/test";
import { createRole, deleteRole, type Role } from "@pulse/contract/roles";
import { getOperations, listUsers, updateUser, type User } from "@pulse/contract/users";
import type { Api } from "../../support/world.ts";

/** A new page for a user who is already signed in. */
export async function pageOf(browser: Browser, baseURL: string, storageState: string | object): Promise<Page> {
  const context = await browser.newContext({ baseURL, storageState: storageState as never });
  return context.newPage();
}

/** Creates a role that allows these operations, such as "asset_management.r". */
export async function makeRole(api: Api, name: string, allowed: readonly string[]): Promise<Role> {
  const operations = await api.call(getOperations);
  const operationIds = operations
    .filter(({ area, letter }) => allowed.includes(`${area}.${letter}`))
    .map(({ id }) => id);
  return api.call(createRole, { body: { name, operationIds } });
}

/** Gives a user a role while `work` runs, then deletes the role. */
export async function withRole(
  api: Api,
  email: string,
  role: Role,
  work: (user: User) => Promise<void>,
): Promise<void> {
  const user = (await api.call(listUsers)).find((each) => each.email === email);
  if (user === undefined) throw new Error(`${email} is not listed`);
  const give = (roleId: string | null) => api.call(updateUser, { params: { id: user.id }, body: { roleId } });
  await give(role.id);
  try {
    await work(user);
  } finally {
    await give(user.roleId);
    await api.call(deleteRole, { params: { id: role.id } });
  }
}
