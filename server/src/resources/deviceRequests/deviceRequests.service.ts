import type { DeviceRequest, PlacedRequests, StoredConfiguration } from "@pulse/contract/deviceRequests";
import { AppError } from "@pulse/contract/errors";
import { defaults } from "@pulse/contract/limits";
import { adapterForHardwareType } from "@pulse/protocols/catalogue";
import type { HardwareType } from "@pulse/protocols/adapter";
import { v7 as uuidv7 } from "uuid";
import type { DeviceCommand } from "../../platform/database/tables/deviceRequests.ts";
import { changesBetween } from "../../platform/audit/changesBetween.ts";
import { seesMobile } from "../gateways/mobileAccess.ts";
import type { SiteScope } from "../../platform/http/route.ts";
import { canEnter, type Viewer } from "../../platform/http/viewer.ts";
import type { WriteRecord } from "../../platform/writes/record.ts";
import type { Write } from "../../platform/writes/write.ts";
import {
  type DeviceRequestsRepository,
  type RequestRow,
  requestView,
  type Target,
} from "./deviceRequests.repository.ts";

export type { Target };
export type DeviceRequestsService = ReturnType<typeof deviceRequestsService>;
type Kind = RequestRow["kind"];

/** Requests to devices: placed now, sent and answered later (dispatcher.ts). */
export function deviceRequestsService(parts: { requests: DeviceRequestsRepository; now(): number }) {
  const { requests, now } = parts;

  const reachable = async (viewer: Viewer, target: Target["target"], id: string): Promise<Target> => {
    const found = await requests.find(target, id);
    if (found === null || !canEnter(viewer, found) || (found.mobile && !seesMobile(viewer)))
      throw new AppError("not_found");
    return found;
  };
  const place = (
    write: Write<DeviceRequest>,
    of: Target,
    kind: Kind,
    command: DeviceCommand,
  ): Promise<DeviceRequest> => {
    if (!isSupported(of, kind)) throw new AppError("not_supported");
    return write.commit(async (trx) => {
      const request = { id: uuidv7(), kind, command, by: write.viewer.email, at: new Date(now()) };
      const row = await requests.insert(trx, of, request);
      return { content: requestView(row), records: [recordOf(of, kind, command)] };
    });
  };

  return {
    reachable,

    stored: async ({ id }: Target): Promise<StoredConfiguration> => {
      const stored = await requests.configuration(id);
      const pending = (await requests.latest(id)).find(
        ({ kind, state }) => kind !== "ring" && (state === "queued" || state === "accepted"),
      );
      return {
        configuration: stored?.configuration ?? null,
        pending: pending === undefined ? null : requestView(pending),
        lastReadTimestamp: stored?.last_read_at?.toISOString() ?? null,
        lastRequestedTimestamp: stored?.last_requested_at?.toISOString() ?? null,
        lastUpdatedTimestamp: stored?.last_updated_at?.toISOString() ?? null,
      };
    },

    latest: async ({ id }: Target): Promise<DeviceRequest[]> => (await requests.latest(id)).map(requestView),

    read: (write: Write<DeviceRequest>, of: Target) => place(write, of, "read", {}),

    update: (write: Write<DeviceRequest>, of: Target, configuration: object) => {
      const unknown = isSupported(of, "update") ? unknownSettings(of, configuration) : [];
      if (unknown.length > 0) throw noSuchSettings(of, unknown);
      return place(write, of, "update", { configuration: definedOnly(configuration) });
    },

    /** @param durationMs 0: stop; undefined: what the customer has set */
    ring: async (write: Write<DeviceRequest>, of: Target, durationMs: number | undefined): Promise<DeviceRequest> => {
      const ms = durationMs ?? (await requests.ringDuration(of.customerId)) ?? defaults.kkmRingDurationMs;
      return place(write, of, "ring", { durationMs: ms });
    },

    /** One write for all devices of a site, with the devices that cannot be asked, and why. */
    updateAll: async (
      write: Write<PlacedRequests>,
      target: Target["target"],
      { siteId, customerId }: SiteScope,
      configuration: object,
    ): Promise<PlacedRequests> => {
      const all = (await requests.ofSite(target, siteId)).filter(({ mobile }) => !mobile || seesMobile(write.viewer));
      const able = all.filter((of) => isSupported(of, "update") && unknownSettings(of, configuration).length === 0);
      const skipped = all
        .filter((of) => !able.includes(of))
        .map((of) => ({ targetId: of.id, targetName: of.name, reason: "not_supported" }));
      if (able.length === 0) return write.unchanged({ placed: [], skipped });
      const command = { configuration: definedOnly(configuration) };
      const name = await requests.siteName(siteId);
      return write.commit(async (trx) => {
        const placed: DeviceRequest[] = [];
        for (const of of able) {
          const request = {
            id: uuidv7(),
            kind: "update" as const,
            command,
            by: write.viewer.email,
            at: new Date(now()),
          };
          placed.push(requestView(await requests.insert(trx, of, request)));
        }
        const changes = changesBetween(
          {},
          {
            request: "update",
            [target === "hardware" ? "gateways" : "trackers"]: placed.length,
            ...command.configuration,
          },
        );
        const record: WriteRecord = {
          kind: "site",
          action: "device_request",
          customerId,
          siteId,
          entity: { id: siteId, name },
          changes,
        };
        return { content: { placed, skipped }, records: [record] };
      });
    },
  };
}

const downlinkOf = ({ type }: Target) => adapterForHardwareType(type as HardwareType)?.downlink;

/** Whether a device of this type supports the request, through any gateway that it may be connected to. */
function isSupported(of: Target, kind: Kind): boolean {
  if (kind === "ring") return of.mayRing;
  if (of.target === "tracker") return of.mayConfigure;
  return of.mayConfigure && (downlinkOf(of)?.can(kind === "read" ? "readGateway" : "updateGateway") ?? false);
}

/** The settings among these that a device of this type does not have. */
function unknownSettings(of: Target, configuration: object): string[] {
  if (of.target === "tracker") return [];
  const has: ReadonlySet<string> | undefined = downlinkOf(of)?.settings;
  return Object.keys(definedOnly(configuration)).filter((name) => has?.has(name) !== true);
}

function noSuchSettings({ type }: Target, names: readonly string[]): AppError {
  const code = "not_supported";
  return new AppError(code, {
    details: names.map((name) => ({
      path: name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      code,
      message: `Gateways of type ${type} have no such setting`,
    })),
  });
}

const definedOnly = (settings: object): object =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));

function recordOf(of: Target, kind: Kind, { configuration, durationMs }: DeviceCommand): WriteRecord {
  const requested = { request: kind, ...(durationMs === undefined ? {} : { durationMs }), ...configuration };
  return {
    kind: of.target === "hardware" ? "gateway" : "tracker",
    action: "device_request",
    customerId: of.customerId,
    siteId: of.siteId,
    entity: { kind: of.target, id: of.id, name: of.name },
    changes: changesBetween({}, requested),
  };
}
