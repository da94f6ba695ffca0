import { areas, type AccessMap, lettersOf, noAccess } from "@pulse/contract/access";
import {
  getCustomerAccessibleOperations,
  getCustomerMe,
  listAccessibleSites,
  listCustomers,
} from "@pulse/contract/customers";
import { AppError } from "@pulse/contract/errors";
import { pageMetadata } from "@pulse/contract/page";
import { route, type RouteContext } from "../http/route.ts";
import type { Viewer } from "../http/viewer.ts";
import type { UsersRepository } from "../users/users.repository.ts";
import type { CustomersRepository } from "./customers.repository.ts";

/** Customers as far as they are read. */
export function customersRoutes(context: RouteContext, customers: CustomersRepository, users: UsersRepository): void {
  const reachable = async (viewer: Viewer, id: string) => {
    const customer = viewer.isSuperadmin || viewer.customerId === id ? await customers.find(id) : null;
    if (customer === null) throw new AppError("not_found");
    return customer;
  };

  route(context, listCustomers, async () => {
    const content = await customers.list();
    return { content, metadata: pageMetadata(content.length, 1, Math.max(1, content.length)) };
  });

  route(context, getCustomerMe, async ({ viewer }) => {
    if (viewer.customerId === null) throw new AppError("not_found");
    // What only superadmins see of a customer stays out (shapes S5).
    const {
      admin: _admin,
      customerCode: _code,
      mqttUsername: _name,
      ...content
    } = await reachable(viewer, viewer.customerId);
    return { content: { ...content, sites: content.sites.filter(({ id }) => viewer.siteIds?.has(id) ?? true) } };
  });

  route(context, getCustomerAccessibleOperations, async ({ viewer, params }) => {
    const { config } = await reachable(viewer, params.id);
    const available = new Set(config.availableOperations);
    const access: AccessMap = noAccess();
    for (const operation of await users.operations())
      if (available.has(operation.id)) access[operation.area].push(operation.letter);
    for (const area of areas) access[area] = lettersOf[area].filter((letter) => access[area].includes(letter));
    return { content: access };
  });

  route(context, listAccessibleSites, async ({ viewer, params }) => {
    await reachable(viewer, params.id);
    return { content: await customers.accessibleSites(params.id, viewer.siteIds) };
  });
}
