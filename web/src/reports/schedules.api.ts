import {
  createReportSchedule,
  deleteReportSchedule,
  listReportSchedules,
  type ReportSchedule,
  updateReportSchedule,
} from "@pulse/contract/reportSchedules";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/errorText.ts";
import { useServices } from "../services/services.tsx";

const key = ["reportSchedules"] as const;

/** The scheduled reports of a customer. */
export function useSchedules(customerId: string | null) {
  const { api } = useServices();
  return useQuery({
    queryKey: [...key, customerId],
    enabled: customerId !== null,
    queryFn: ({ signal }) => api.call(listReportSchedules, { query: { customerId }, signal }),
    refetchInterval: 60_000,
  });
}

/** Creates or changes a schedule; `saved` follows. */
export function useSaveSchedule(customerId: string | null) {
  const { api, snackbars } = useServices();
  const client = useQueryClient();
  const { t } = useTranslation();
  return {
    save: (stored: ReportSchedule | null, values: object): Promise<ReportSchedule> =>
      stored === null
        ? api.call(createReportSchedule, { query: { customerId }, body: values })
        : api.call(updateReportSchedule, { params: { id: stored.id }, body: { ...values, version: stored.version } }),
    saved: ({ name }: ReportSchedule): void => {
      void client.invalidateQueries({ queryKey: key });
      snackbars.success(t("reports.schedule.saved", { name }));
    },
  };
}

/** Pauses a schedule, or resumes it. */
export function useActivateSchedule(schedule: ReportSchedule) {
  const { save, saved } = useSaveSchedule(schedule.customerId);
  return useMutation({ mutationFn: (active: boolean) => save(schedule, { active }), onSuccess: saved });
}

export function useRemoveSchedule(onDone: () => void) {
  const { api, snackbars } = useServices();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: ReportSchedule) => api.call(deleteReportSchedule, { params: { id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: key });
      onDone();
    },
    onError: (error) => snackbars.error(errorText(error)),
  });
}
