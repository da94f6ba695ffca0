import * as contract from "@pulse/contract/deviceRequests";
import { route, type RouteContext } from "../../platform/http/route.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { DeviceRequestsService, Target } from "./deviceRequests.service.ts";

/** Requests to gateways and trackers. */
export function deviceRequestsRoutes(context: RouteContext, requests: DeviceRequestsService): void {
  const reach =
    (target: Target["target"]) =>
    (viewer: Viewer, { id }: { id: string }): Promise<Target> =>
      requests.reachable(viewer, target, id);
  const [gateway, tracker] = [reach("hardware"), reach("tracker")];

  route(context, contract.getHardwareStoredConfiguration, async ({ viewer, params }) => ({
    content: await requests.stored(await gateway(viewer, params)),
  }));
  route(context, contract.getTrackerStoredConfiguration, async ({ viewer, params }) => ({
    content: await requests.stored(await tracker(viewer, params)),
  }));
  route(context, contract.listHardwareRequests, async ({ viewer, params }) => ({
    content: await requests.latest(await gateway(viewer, params)),
  }));
  route(context, contract.listTrackerRequests, async ({ viewer, params }) => ({
    content: await requests.latest(await tracker(viewer, params)),
  }));
  route(context, contract.readHardwareConfiguration, async ({ viewer, params, write }) => ({
    content: await requests.read(write, await gateway(viewer, params)),
  }));
  route(context, contract.readTrackerConfiguration, async ({ viewer, params, write }) => ({
    content: await requests.read(write, await tracker(viewer, params)),
  }));
  route(
    context,
    contract.updateHardwareConfiguration,
    async ({ viewer, params, body, write }) => ({
      content: await requests.update(write, await gateway(viewer, params), body),
    }),
    gateway,
  );
  route(
    context,
    contract.updateTrackerConfiguration,
    async ({ viewer, params, body, write }) => ({
      content: await requests.update(write, await tracker(viewer, params), body),
    }),
    tracker,
  );
  route(context, contract.updateHardwareConfigurations, async ({ site, body, write }) => ({
    content: await requests.updateAll(write, "hardware", site, body),
  }));
  route(context, contract.updateTrackerConfigurations, async ({ site, body, write }) => ({
    content: await requests.updateAll(write, "tracker", site, body),
  }));
  route(
    context,
    contract.ringTracker,
    async ({ viewer, params, body, write }) => ({
      content: await requests.ring(write, await tracker(viewer, params), body.durationMs),
    }),
    tracker,
  );
  route(
    context,
    contract.stopRinging,
    async ({ viewer, params, write }) => ({ content: await requests.ring(write, await tracker(viewer, params), 0) }),
    tracker,
  );
}
