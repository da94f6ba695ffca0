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
import { originOf } from "../http/origin.ts";
import { route, type RouteContext } from "../http/route.ts";
import type { Viewer } from "../http/viewer.ts";
import type { CustomersService } from "./customers.service.ts";

/** Customers: superadmins make, change and delete them; everybody reads of the own one what work needs. */
export function customersRoutes(context: RouteContext, customers: CustomersService): void {
  const reach = (viewer: Viewer, { id }: { id: string }) => customers.enter(viewer, id);

  route(context, listCustomers, ({ query }) => customers.search(query));
  route(context, getCustomerMe, async ({ viewer }) => ({ content: await customers.own(viewer) }));
  route(context, getCustomer, async ({ viewer, params }) => ({ content: await customers.detail(viewer, params.id) }));
  route(context, createCustomer, async ({ viewer, body, request }) => ({
    content: await customers.create(viewer, body, originOf(request)),
  }));
  route(
    context,
    updateCustomer,
    async ({ viewer, params, body, request }) => ({
      content: await customers.change(viewer, params.id, body, originOf(request)),
    }),
    reach,
  );
  route(
    context,
    deleteCustomer,
    async ({ viewer, params, request }) => {
      await customers.remove(viewer, params.id, originOf(request));
      return { content: { id: params.id } };
    },
    reach,
  );
  route(
    context,
    createCustomerCredentials,
    async ({ viewer, params, request }) => ({
      content: await customers.newCredentials(viewer, params.id, originOf(request)),
    }),
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
