import type { Endpoint } from "@pulse/contract/endpoint";
import { getImport, type ImportReport, undoImport } from "@pulse/contract/imports";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../services/services.tsx";
import { type ImportChoice, choiceQuery } from "./importChoice.ts";

const pollMs = 1_000;
const shownIn = ["assets", "trackers", "hardwares", "liveAssets", "links"];

/** Imports a file, follows a large one while it is processed, and undoes it as a whole. */
export function useImport(endpoint: Endpoint, siteId: string) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const queries = useQueryClient();
  const reload = useEffectEvent((): void => {
    for (const noun of shownIn) void queries.invalidateQueries({ queryKey: [noun] });
  });
  const importing = useMutation({
    mutationFn: async ({ file, choice }: { file: File; choice: ImportChoice }) =>
      (await api.call(endpoint, {
        query: { siteId, ...choiceQuery(choice) },
        files: new Map([["file", file]]),
      })) as ImportReport,
  });
  const id = importing.data?.id ?? "";
  const followed = useQuery({
    queryKey: ["imports", id],
    enabled: importing.data?.state === "running",
    queryFn: ({ signal }) => api.call(getImport, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === "running" ? pollMs : false),
  });
  const report = followed.data ?? importing.data;
  const isOver = report !== undefined && report.state !== "running";
  useEffect(() => {
    if (isOver) reload();
  }, [isOver]);
  const undoing = useMutation({
    mutationFn: () => api.call(undoImport, { params: { id } }),
    onSuccess: () => snackbars.success(t("things.import.undone")),
    onSettled: () => {
      for (const noun of shownIn) void queries.invalidateQueries({ queryKey: [noun] });
    },
  });
  return { importing, report, undoing };
}
