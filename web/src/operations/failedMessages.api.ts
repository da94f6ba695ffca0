import {
  deleteFailedMessage,
  type FailedMessage,
  listFailedMessages,
  replayFailedMessage,
} from "@pulse/contract/failedMessages";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { errorText } from "../api/errorText.ts";
import { useServices } from "../services/services.tsx";

const key = ["failedMessages"];
/** How often the list is asked for, ms: one that is tried again leaves it by itself. */
const everyMs = 10_000;

/** The messages of devices that could not be processed, the newest first. */
export function useFailedMessages() {
  const { api } = useServices();
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.call(listFailedMessages, { signal }),
    staleTime: 0,
    refetchInterval: everyMs,
    meta: { isSilent: true },
  });
}

/** Has one processed again. */
export function useReplayingFailed() {
  const { api, snackbars } = useServices();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: FailedMessage) => api.call(replayFailedMessage, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
    onError: (error) => snackbars.error(errorText(error)),
  });
}

/** @param onDone called once it is deleted */
export function useDeletingFailed(onDone: () => void) {
  const { api } = useServices();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: FailedMessage) => api.call(deleteFailedMessage, { params: { id } }),
    onSuccess: async () => {
      onDone();
      await client.invalidateQueries({ queryKey: key });
    },
  });
}
