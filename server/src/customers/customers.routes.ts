import {
  getCustomerAccessibleOperations,
  getCustomerMe,
  listAccessibleSites,
  listCustomers,
} from "@pulse/contract/customers";
import { pageMetadata } from "@pulse/contract/page";
import { route, type RouteContext } from "../http/route.ts";
import type { CustomersService } from "./customers.service.ts";

/** Customers as far as they are read. */
export function customersRoutes(context: RouteContext, customers: CustomersService): void {
  route(context, listCustomers, async () => {
    const content = await customers.list();
    return { content, metadata: pageMetadata(content.length, 1, Math.max(1, content.length)) };
  });
  route(context, getCustomerMe, async ({ viewer }) => ({ content: await customers.own(viewer) }));
  route(context, getCustomerAccessibleOperations, async ({ viewer, params }) => ({
    content: await customers.operations(viewer, params.id),
  }));
  route(context, listAccessibleSites, async ({ viewer, params }) => ({
    content: await customers.accessibleSites(viewer, params.id),
  }));
}
