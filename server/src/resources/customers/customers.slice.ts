import type { Dependencies } from "../dependencies.ts";
import type { UsersService } from "../users/users.service.ts";
import { type CustomerUsers, customerUsers } from "./customerUsers.ts";
import { customersRepository } from "./customers.repository.ts";
import { customersRoutes } from "./customers.routes.ts";
import { type CustomersService, customersService } from "./customers.service.ts";

type CustomersParts = Pick<Dependencies, "context" | "db" | "accountMaintenance" | "mqtt" | "provisionAccount"> & {
  users: Pick<UsersService, "inviting"> & Pick<CustomerUsers, "isEmailTaken">;
};

/** Customers, with their people and what they may have. */
export function customersSlice(parts: CustomersParts): Pick<CustomersService, "everything" | "hardwareTypes"> {
  const { context, users, accountMaintenance, mqtt } = parts;
  const customers = customersService({
    customers: customersRepository(parts.db),
    enter: context.enterCustomer,
    people: customerUsers({ users, stored: users, work: accountMaintenance.work }),
    mqtt,
    provisionAccount: parts.provisionAccount,
  });
  customersRoutes(context, customers);
  return customers;
}
