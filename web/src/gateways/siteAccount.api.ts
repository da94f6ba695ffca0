import { getSiteGatewayAccount } from "@pulse/contract/siteGatewayAccount";
import { useQuery } from "@tanstack/react-query";
import { useServices } from "../services/services.tsx";

/** The key of the query below. */
export const siteAccountKey = (siteId: string) => ["siteGatewayAccount", siteId];

/** The MQTT account that all gateways of a site may use. */
export function useSiteAccount(siteId: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: siteAccountKey(siteId),
    queryFn: ({ signal }) => api.call(getSiteGatewayAccount, { query: { siteId }, signal }),
  });
}
