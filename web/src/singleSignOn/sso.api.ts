import { deleteSso, getSso, type SsoSettings, testSso, updateSso } from "@pulse/contract/sso";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/apiError.ts";
import { errorText } from "../api/errorText.ts";
import { useServices } from "../services/services.tsx";

const keyOf = (customerId: string | null) => ["sso", customerId];

/** How a customer's people sign in with their company's account; null: it is not set up. */
export function useSso(customerId: string | null, isAllowed: boolean) {
  const { api } = useServices();
  return useQuery({
    queryKey: keyOf(customerId),
    enabled: customerId !== null && isAllowed,
    queryFn: async ({ signal }): Promise<SsoSettings | null> => {
      try {
        return await api.call(getSso, { params: { id: customerId ?? "" }, signal });
      } catch (error) {
        if (error instanceof ApiError && error.code === "not_found") return null;
        throw error;
      }
    },
  });
}

/** Saves the settings; `body` is checked by the form. */
export function useSaveSso(customerId: string) {
  const { api, snackbars } = useServices();
  const client = useQueryClient();
  const { t } = useTranslation();
  return {
    save: (body: object, version: number | undefined): Promise<SsoSettings> =>
      api.call(updateSso, { params: { id: customerId }, body: { ...body, version } }),
    reload: (): Promise<SsoSettings> => api.call(getSso, { params: { id: customerId } }),
    saved: (settings: SsoSettings): void => {
      client.setQueryData(keyOf(customerId), settings);
      snackbars.success(t("entity.saved"));
    },
  };
}

export function useRemoveSso(customerId: string, onDone: () => void) {
  const { api, snackbars } = useServices();
  const client = useQueryClient();
  const { t } = useTranslation();
  return useMutation({
    mutationFn: () => api.call(deleteSso, { params: { id: customerId } }),
    onSuccess: () => {
      client.setQueryData(keyOf(customerId), null);
      snackbars.success(t("sso.removed"));
      onDone();
    },
    onError: (error) => snackbars.error(errorText(error)),
  });
}

/** Begins a trial: the browser goes to the provider, and comes back to this page. */
export function useTestSso(customerId: string, leave: (address: string) => void) {
  const { api } = useServices();
  return useMutation({
    mutationFn: () => api.call(testSso, { params: { id: customerId } }),
    onSuccess: ({ url }) => leave(url),
  });
}
