import { type AccessMap, areas, lettersOf, noAccess } from "@pulse/contract/access";
import type { AccessibleSite, Customer } from "@pulse/contract/customers";
import { AppError } from "@pulse/contract/errors";
import type { Viewer } from "../http/viewer.ts";
import type { UsersService } from "../users/users.service.ts";
import type { CustomersRepository } from "./customers.repository.ts";

export type CustomersService = ReturnType<typeof customersService>;

/** Customers, each seen by its own people and by superadmins; to everybody else there is none (404). */
export function customersService(customers: CustomersRepository, users: UsersService) {
  const reachable = async (viewer: Viewer, id: string): Promise<Customer> => {
    const customer = viewer.isSuperadmin || viewer.customerId === id ? await customers.find(id) : null;
    if (customer === null) throw new AppError("not_found");
    return customer;
  };
  return {
    /** Throws `not_found` for a customer outside the viewer's reach. */
    enter: async (viewer: Viewer, id: string): Promise<void> => {
      await reachable(viewer, id);
    },

    list: customers.list,

    /** What only superadmins see of a customer stays out (shapes S5), and so do sites outside the viewer's group. */
    own: async (viewer: Viewer): Promise<Customer> => {
      if (viewer.customerId === null) throw new AppError("not_found");
      const {
        admin: _admin,
        customerCode: _code,
        mqttUsername: _name,
        ...rest
      } = await reachable(viewer, viewer.customerId);
      return { ...rest, sites: rest.sites.filter(({ id }) => viewer.siteIds?.has(id) ?? true) };
    },

    operations: async (viewer: Viewer, id: string): Promise<AccessMap> => {
      const { config } = await reachable(viewer, id);
      const available = new Set(config.availableOperations);
      const access = noAccess();
      for (const operation of await users.operations())
        if (available.has(operation.id)) access[operation.area].push(operation.letter);
      for (const area of areas) access[area] = lettersOf[area].filter((letter) => access[area].includes(letter));
      return access;
    },

    accessibleSites: async (viewer: Viewer, id: string): Promise<AccessibleSite[]> => {
      await reachable(viewer, id);
      return customers.accessibleSites(id, viewer.siteIds);
    },
  };
}
