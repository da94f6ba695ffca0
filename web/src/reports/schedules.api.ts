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

/** The fields of a schedule that a person sets. */
export type ScheduleValues = Omit<
  ReportSchedule,
  "id" | "version" | "createdAt" | "updatedAt" | "customerId" | "nextAt" | "last"
>;

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

/** Creates or changes a schedule. */
export function useSaveSchedule(customerId: string | null, onDone: () => void = () => undefined) {
  const { api, snackbars } = useServices();
  const client = useQueryClient();
  const { t } = useTranslation();
  return useMutation({
    mutationFn: ({ stored, values }: { stored: ReportSchedule | null; values: Partial<ScheduleValues> }) =>
      stored === null
        ? api.call(createReportSchedule, { query: { customerId }, body: values })
        : api.call(updateReportSchedule, { params: { id: stored.id }, body: { ...values, version: stored.version } }),
    onSuccess: async ({ name }) => {
      await client.invalidateQueries({ queryKey: key });
      snackbars.success(t("reports.schedule.saved", { name }));
      onDone();
    },
  });
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
