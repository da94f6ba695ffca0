import { type ApiKey, deleteApiKey, listApiKeys } from "@pulse/contract/apiKeys";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/errorText.ts";
import { nounKeys } from "../api/queryKeys.ts";
import { useServices } from "../services/services.tsx";

/** The API keys of a customer, the newest first. */
export function useApiKeys(customerId: string | null) {
  const { api } = useServices();
  return useQuery({
    queryKey: nounKeys("apiKeys", customerId).names,
    enabled: customerId !== null,
    queryFn: ({ signal }) => api.call(listApiKeys, { query: { customerId }, signal }),
  });
}

export function useRevokeApiKey(onDone: () => void) {
  const { api, snackbars } = useServices();
  const client = useQueryClient();
  const { t } = useTranslation();
  return useMutation({
    mutationFn: ({ id }: ApiKey) => api.call(deleteApiKey, { params: { id } }),
    onSuccess: async (_, { name }) => {
      await client.invalidateQueries({ queryKey: ["apiKeys"] });
      snackbars.success(t("apiKeys.revoked", { name }));
      onDone();
    },
    onError: (error) => snackbars.error(errorText(error)),
  });
}
