import { grants } from "@pulse/contract/access";
import { AppError } from "@pulse/contract/errors";
import {
  downloadHardwares,
  listGatewayMessages,
  listHardwareAssetHistory,
  listHeardHardwares,
} from "@pulse/contract/gatewayReports";
import {
  createHardware,
  deleteHardware,
  exchangeHardwarePlaces,
  getHardware,
  type HardwareListed,
  listHardwares,
  listHardwareTypes,
  searchHardwares,
  updateHardware,
} from "@pulse/contract/gateways";
import {
  createCredentialsOfHardwares,
  createHardwareCredentials,
  getHardwareConnection,
} from "@pulse/contract/gatewayConnection";
import type { FastifyReply } from "fastify";
import { route, type RouteContext } from "../../platform/http/route.ts";
import { spanOf } from "../../platform/http/span.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { GatewayHistory } from "./gatewayHistory.ts";
import type { GatewaysService } from "./gateways.service.ts";
import type { GatewayWriting } from "./gatewayWriting.ts";
import type { SettingsOf } from "./mqttSettings.ts";

/** Gateways, `hardwares` on the wire. */
export function gatewaysRoutes(
  context: RouteContext,
  parts: {
    gateways: GatewaysService;
    settings: SettingsOf;
    writing: GatewayWriting;
    history: GatewayHistory;
    file(reply: FastifyReply, request: { viewer: Viewer; siteId: string; nowMs: number }): Promise<FastifyReply>;
    now: () => number;
  },
): void {
  const { gateways, writing, history, now } = parts;
  const reach = (viewer: Viewer, { id }: { id: string }) => gateways.reachable(viewer, id);

  route(context, listHardwares, async ({ viewer, query, site }) => {
    const { content, metadata } = await gateways.search(viewer, site.siteId, query, "list");
    const whole = grants(viewer.access, { area: "hardware_management", letter: "r" });
    return { content: whole ? content : content.map(reduced), metadata };
  });
  route(context, searchHardwares, ({ viewer, query, site }) => gateways.search(viewer, site.siteId, query, "search"));
  route(context, listHardwareTypes, async () => ({ content: await gateways.types() }));
  route(context, listHeardHardwares, async ({ site }) => ({ content: await gateways.unregistered(site.siteId) }));
  route(context, downloadHardwares, async ({ viewer, site, reply }) => ({
    sent: await parts.file(reply, { viewer, siteId: site.siteId, nowMs: now() }),
  }));

  route(context, getHardware, async ({ viewer, params }) => ({
    content: await gateways.detail(await gateways.reachable(viewer, params.id)),
  }));
  route(context, getHardwareConnection, async ({ viewer, params }) => {
    const row = await gateways.reachable(viewer, params.id);
    return { content: { ...parts.settings(row), ...(await gateways.connection(row)) } };
  });
  route(context, listHardwareAssetHistory, async ({ viewer, params, query, reply }) => {
    const gateway = await gateways.reachable(viewer, params.id);
    if (query.siteId !== undefined && query.siteId !== gateway.site_id) throw new AppError("not_found");
    const span = spanOf(query, now());
    if (query.returnFile) return { sent: history.file(reply, gateway, span, query.convertToTimezone ?? "UTC") };
    return history.page(gateway, span, query);
  });
  route(context, listGatewayMessages, async ({ viewer, params }) => {
    if (!viewer.devToolEnabled && !viewer.isSuperadmin) throw new AppError("operation_not_allowed");
    const messages = await gateways.messages(await gateways.reachable(viewer, params.id));
    return {
      content: messages.map(({ receivedMs, ...message }) => ({
        receivedAt: new Date(receivedMs).toISOString(),
        ...message,
      })),
    };
  });

  route(context, createHardware, async ({ site, body, write }) => ({
    content: await writing.create(write, site, body),
  }));
  route(
    context,
    updateHardware,
    async ({ viewer, params, query, body, write }) => {
      const gateway = await gateways.reachable(viewer, params.id);
      const { siteId = gateway.site_id, customerId = gateway.customer_id } = query;
      if (siteId !== gateway.site_id || customerId !== gateway.customer_id) throw new AppError("not_found");
      return { content: await writing.change(write, gateway, body) };
    },
    reach,
  );
  route(
    context,
    exchangeHardwarePlaces,
    async ({ viewer, params, body, write }) => {
      const { otherId, ...versions } = body;
      const gateway = await gateways.reachable(viewer, params.id);
      const [other] = await gateways.allOf(viewer, gateway.site_id, [otherId], "other_id");
      return { content: await writing.exchangePlaces(write, [gateway, other!], versions) };
    },
    reach,
  );
  route(
    context,
    deleteHardware,
    async ({ viewer, params, write }) => ({
      content: await writing.remove(write, await gateways.reachable(viewer, params.id)),
    }),
    reach,
  );
  route(
    context,
    createHardwareCredentials,
    async ({ viewer, params, write }) => ({
      content: await writing.newCredentials(write, await gateways.reachable(viewer, params.id)),
    }),
    reach,
  );
  route(context, createCredentialsOfHardwares, async ({ viewer, site, body, write }) => ({
    content: await writing.newCredentialsOfMany(
      write,
      await gateways.allOf(viewer, site.siteId, [...new Set(body.hardwareIds)]),
    ),
  }));
}

/** What asset_management r alone shows of a gateway: enough to place it on the map (decisions C2). */
function reduced(row: HardwareListed): HardwareListed {
  const { id, guid, name, status, hardwareType, lat, lon, floorId, location, lastUpdated } = row;
  return { id, guid, name, status, hardwareType, lat, lon, floorId, location, lastUpdated };
}
