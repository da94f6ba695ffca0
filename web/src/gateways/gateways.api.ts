import { listHeardHardwares } from "@pulse/contract/gatewayReports";
import { getHardware, type Hardware, listHardwares } from "@pulse/contract/gateways";
import { getHardwareConnection } from "@pulse/contract/gatewayConnection";
import type { MqttCredentials } from "@pulse/contract/mqttCredentials";
import { listSiteHardwareTypes } from "@pulse/contract/sites";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { nounKeys } from "../api/queryKeys.ts";
import { useServices } from "../services/services.tsx";
import { gatewayTypeText } from "../text/deviceTypes.ts";
import { gateways } from "./gateways.ts";

/** How often the state of gateways is fetched, ms. */
export const liveMs = 5_000;

/** The types of gateways that a site may have. */
export function useHardwareTypes(siteId: string | null) {
  const { api } = useServices();
  return useQuery({
    queryKey: ["siteHardwareTypes", siteId],
    enabled: siteId !== null,
    queryFn: ({ signal }) => api.call(listSiteHardwareTypes, { params: { id: siteId ?? "" }, signal }),
    select: (types) => types.map((each) => ({ ...each, name: gatewayTypeText(each.type, each.name) })),
    staleTime: 5 * 60_000,
  });
}

/** The name of a gateway's type, or its short code until the types are known. */
export function useTypeName({ siteId, hardwareType }: Pick<Hardware, "siteId" | "hardwareType">): string {
  return useTypeNames(siteId)(hardwareType.type);
}

/** The names of types by their short codes. */
export function useTypeNames(siteId: string | null): (type: string) => string {
  const { data } = useHardwareTypes(siteId);
  return useCallback((type) => data?.find((each) => each.type === type)?.name ?? type, [data]);
}

/** Gateways that were heard at a site and are not onboarded. */
export function useUnregisteredGateways(siteId: string | null) {
  const { api } = useServices();
  return useQuery({
    queryKey: ["heardGateways", siteId],
    enabled: siteId !== null,
    queryFn: ({ signal }) => api.call(listHeardHardwares, { query: { siteId }, signal }),
    refetchInterval: liveMs,
  });
}

/** A gateway's current state: status, age and what it hears are refreshed while its page is open. */
export function useLiveGateway({ id }: Hardware, siteId: string | null): Hardware | undefined {
  const { api } = useServices();
  const { data } = useQuery({
    queryKey: nounKeys(gateways.name, siteId).one(id),
    queryFn: ({ signal }) => api.call(getHardware, { params: { id }, signal }),
    refetchInterval: liveMs,
  });
  return data;
}

/** All gateways of a site, for counts and neighbours. */
export function useSiteGateways(siteId: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [gateways.name, siteId, "all"],
    enabled: siteId !== "",
    queryFn: ({ signal }) => api.call(listHardwares, { query: { siteId }, signal }),
    refetchInterval: 2 * liveMs,
  });
}

/** How often to check whether a gateway that is being set up is heard, ms. */
const waitingMs = 2_000;

/** How a gateway should connect, and whether it does. */
export function useConnection(id: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: ["hardwareConnection", id],
    queryFn: ({ signal }) => api.call(getHardwareConnection, { params: { id }, signal }),
    refetchInterval: waitingMs,
  });
}

/** The settings of a newly created gateway, with its password; null if they cannot be read now. */
export function useMadeCredentials() {
  const { api } = useServices();
  return async ({ id, mqttPassword }: Hardware): Promise<MqttCredentials | null> => {
    if (mqttPassword === undefined) return null;
    const settings = await api.call(getHardwareConnection, { params: { id } }).catch(() => null);
    return settings && { ...settings, mqttPassword };
  };
}
