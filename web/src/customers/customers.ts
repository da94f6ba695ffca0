import {
  createCustomer,
  type Customer,
  deleteCustomer,
  getCustomer,
  listCustomers,
  updateCustomer,
} from "@pulse/contract/customers";
import { IconBuildingCommunity } from "@tabler/icons-react";
import type { Noun } from "../entity/Noun.ts";

/** The customers of the installation, for superadmins. */
export const customers: Noun<Customer> = {
  name: "customers",
  texts: "customers",
  path: "/customers",
  icon: IconBuildingCommunity,
  area: null,
  scope: "none",
  endpoints: {
    list: listCustomers,
    get: getCustomer,
    create: createCustomer,
    update: updateCustomer,
    remove: deleteCustomer,
  },
  nameOf: ({ name }) => name,
  isNameTyped: true,
  shownIn: ["accessibleSites"],
  toKeep: (saved) => {
    const { mqttPassword: _, ...known } = saved;
    return known;
  },
};
