import { getSystemOperations } from "@pulse/contract/operations";
import { route, type RouteContext } from "../../platform/http/route.ts";
import type { OperationsService } from "./operations.service.ts";

export function operationsRoutes(context: RouteContext, operations: OperationsService): void {
  route(context, getSystemOperations, async () => ({ content: await operations.read() }));
}
