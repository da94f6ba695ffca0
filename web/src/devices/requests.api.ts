import {
  type DeviceRequest,
  getHardwareStoredConfiguration,
  getTrackerStoredConfiguration,
  listHardwareRequests,
  listTrackerRequests,
  readHardwareConfiguration,
  readTrackerConfiguration,
  updateHardwareConfiguration,
  updateTrackerConfiguration,
} from "@pulse/contract/deviceRequests";
import { useMutation, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/errorText.ts";
import { useServices } from "../services/services.tsx";

/** A device that takes requests. */
export interface RequestTarget {
  target: "hardware" | "tracker";
  id: string;
  name: string;
}

/** How often requests are fetched while one is under way, and otherwise, ms. */
const underWayMs = 1_500;
const quietMs = 30_000;

const routes = {
  hardware: {
    stored: getHardwareStoredConfiguration,
    requests: listHardwareRequests,
    read: readHardwareConfiguration,
    update: updateHardwareConfiguration,
  },
  tracker: {
    stored: getTrackerStoredConfiguration,
    requests: listTrackerRequests,
    read: readTrackerConfiguration,
    update: updateTrackerConfiguration,
  },
} as const;

const keyOf = ({ target, id }: RequestTarget, what: "stored" | "requests") => ["deviceRequests", target, id, what];

/** Whether a request is still under way. */
export function isOpen({ state }: DeviceRequest): boolean {
  return state === "queued" || state === "accepted";
}

/** The settings that a device last reported. */
export function useStoredConfiguration(device: RequestTarget) {
  const { api } = useServices();
  return useQuery({
    queryKey: keyOf(device, "stored"),
    queryFn: ({ signal }) => api.call(routes[device.target].stored, { params: { id: device.id }, signal }),
  });
}

/** The last requests to a device. When one ends while they are shown, a message says so and the settings are reloaded. */
export function useDeviceRequests(device: RequestTarget) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const queries = useQueryClient();
  const result = useQuery({
    queryKey: keyOf(device, "requests"),
    queryFn: ({ signal }) => api.call(routes[device.target].requests, { params: { id: device.id }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.some(isOpen) === true ? underWayMs : quietMs),
  });
  // Null: not fetched yet. A request may end before it was ever seen under way.
  const ended = useRef<ReadonlySet<string> | null>(null);
  const { data } = result;
  useEffect(() => {
    if (data === undefined) return;
    const before = ended.current;
    const over = data.filter((request) => !isOpen(request));
    ended.current = new Set(over.map(({ id }) => id));
    const isNews = ({ id }: DeviceRequest): boolean => before !== null && !before.has(id);
    for (const request of over.filter(isNews)) {
      void queries.invalidateQueries({ queryKey: keyOf(device, "stored") });
      if (request.state === "done") snackbars.success(t(`devices.ended.${request.kind}`), device.name);
      else snackbars.error(`${device.name}: ${t(`devices.requests.${request.state}`)}`);
    }
    // The device does not change while its page is open.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data]);
  return result;
}

/** The current state of requests to several gateways; each is fetched until it has ended. */
export function useFollowedRequests(placed: readonly DeviceRequest[]): DeviceRequest[] {
  const { api } = useServices();
  const result = useQueries({
    queries: placed.map((request) => ({
      queryKey: ["deviceRequests", "followed", request.id],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const latest = await api.call(routes[request.target].requests, { params: { id: request.targetId }, signal });
        return latest.find(({ id }) => id === request.id) ?? request;
      },
      initialData: request,
      refetchInterval: ({ state: { data } }: { state: { data: DeviceRequest | undefined } }) =>
        data === undefined || isOpen(data) ? 2 * underWayMs : false,
    })),
  });
  return result.map(({ data }) => data);
}

/** Requests to a device: to read its settings, or to change some. */
export function useAsking(device: RequestTarget) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const queries = useQueryClient();
  const placed = (kind: "read" | "update"): void => {
    snackbars.success(t(`devices.placed.${kind}`));
    void queries.invalidateQueries({ queryKey: ["deviceRequests", device.target, device.id] });
  };
  const failed = (error: Error): void => snackbars.error(errorText(error));
  const params = { id: device.id };
  const read = useMutation({
    mutationFn: () => api.call(routes[device.target].read, { params }),
    onSuccess: () => placed("read"),
    onError: failed,
  });
  return {
    read,
    update: (body: unknown) => api.call(routes[device.target].update, { params, body }),
    updated: () => placed("update"),
  };
}
