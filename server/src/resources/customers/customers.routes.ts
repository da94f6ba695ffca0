import {
  createCustomer,
  createCustomerCredentials,
  deleteCustomer,
  getCustomer,
  getCustomerAccessibleOperations,
  getCustomerMe,
  listAccessibleSites,
  listCustomerHardwareTypes,
  listCustomers,
  updateCustomer,
} from "@pulse/contract/customers";
import { route, type RouteContext } from "../../platform/http/route.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { CustomersService } from "./customers.service.ts";

/** Customers: superadmins create, change and delete them; everybody else reads what their work needs of their own. */
export function customersRoutes(context: RouteContext, customers: CustomersService): void {
  const reach = (viewer: Viewer, { id }: { id: string }) => customers.enter(viewer, id);

  route(context, listCustomers, ({ query }) => customers.search(query));
  route(context, getCustomerMe, async ({ viewer }) => ({ content: await customers.own(viewer) }));
  route(context, getCustomer, async ({ viewer, params }) => ({ content: await customers.detail(viewer, params.id) }));
  route(context, createCustomer, async ({ body, write }) => ({ content: await customers.create(write, body) }));
  route(
    context,
    updateCustomer,
    async ({ params, body, write }) => ({ content: await customers.change(write, params.id, body) }),
    reach,
  );
  route(
    context,
    deleteCustomer,
    async ({ params, write }) => ({ content: await customers.remove(write, params.id) }),
    reach,
  );
  route(
    context,
    createCustomerCredentials,
    async ({ params, write }) => ({ content: await customers.newCredentials(write, params.id) }),
    reach,
  );
  route(context, getCustomerAccessibleOperations, async ({ viewer, params }) => ({
    content: await customers.operations(viewer, params.id),
  }));
  route(context, listCustomerHardwareTypes, async ({ viewer, params }) => ({
    content: await customers.hardwareTypes(viewer, params.id),
  }));
  route(context, listAccessibleSites, async ({ viewer, params }) => ({
    content: await customers.accessibleSites(viewer, params.id),
  }));
}
