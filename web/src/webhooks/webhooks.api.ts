import { type Delivery, listDeliveries, replayDelivery, testWebhook } from "@pulse/contract/webhooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { errorText } from "../api/errorText.ts";
import { nounKeys } from "../api/queryKeys.ts";
import { useServices } from "../services/services.tsx";
import { webhooks } from "./webhooks.ts";

const logKey = (id: string) => nounKeys(webhooks.name, null).one(`${id}/deliveries`);
/** How often an open log is fetched again: while a delivery is under way, and otherwise. */
const [underWayMs, quietMs] = [2_000, 15_000];

/** The last deliveries of a webhook, newest first. */
export function useDeliveries(id: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: logKey(id),
    queryFn: ({ signal }) => api.call(listDeliveries, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === "waiting") === true ? underWayMs : quietMs,
  });
}

/** Sends a test, or a delivery again; the log shows the outcome. */
export function useSending(id: string) {
  const { api, snackbars } = useServices();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (delivery: Delivery | null) =>
      delivery === null
        ? api.call(testWebhook, { params: { id } })
        : api.call(replayDelivery, { params: { id, deliveryId: delivery.id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: logKey(id) }),
    onError: (error) => snackbars.error(errorText(error)),
  });
}
