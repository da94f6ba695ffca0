import { grants } from "@pulse/contract/access";
import { AppError } from "@pulse/contract/errors";
import {
  createHardwareCredentials,
  getHardware,
  type HardwareListed,
  listGatewayMessages,
  listHardwares,
  listHardwareTypes,
  searchHardwares,
} from "@pulse/contract/gateways";
import { route, type RouteContext } from "../http/route.ts";
import { canEnter, type Viewer } from "../http/viewer.ts";
import type { GatewaysService } from "./gateways.service.ts";

/** Gateways, `hardwares` on the wire. */
export function gatewaysRoutes(context: RouteContext, gateways: GatewaysService): void {
  const reachable = async (viewer: Viewer, id: string) => {
    const row = await gateways.known(id);
    if (!canEnter(viewer, { customerId: row.customer_id, siteId: row.site_id })) throw new AppError("not_found");
    return row;
  };

  route(context, listHardwares, async ({ viewer, query, site }) => {
    const { content, metadata } = await gateways.search(site.siteId, query, "list");
    const whole = grants(viewer.access, { area: "hardware_management", letter: "r" });
    return { content: whole ? content : content.map(reduced), metadata };
  });

  route(context, searchHardwares, ({ query, site }) => gateways.search(site.siteId, query, "search"));

  route(context, listHardwareTypes, async () => ({ content: await gateways.types() }));

  route(context, getHardware, async ({ viewer, params }) => ({
    content: await gateways.detail(await reachable(viewer, params.id)),
  }));

  route(context, listGatewayMessages, async ({ viewer, params }) => {
    if (!viewer.devToolEnabled && !viewer.isSuperadmin) throw new AppError("operation_not_allowed");
    const kept = await gateways.messages(await reachable(viewer, params.id));
    return {
      content: kept.map(({ receivedMs, ...message }) => ({
        receivedAt: new Date(receivedMs).toISOString(),
        ...message,
      })),
    };
  });

  route(
    context,
    createHardwareCredentials,
    async ({ viewer, params, write }) => ({
      content: await gateways.newCredentials(write, await reachable(viewer, params.id)),
    }),
    (viewer, { id }) => reachable(viewer, id),
  );
}

/** What asset_management r alone shows of a gateway: enough to place it on the map (decisions C2). */
function reduced(row: HardwareListed): HardwareListed {
  const { id, guid, name, status, hardwareType, lat, lon, floorId, location, lastUpdated } = row;
  return { id, guid, name, status, hardwareType, lat, lon, floorId, location, lastUpdated };
}
