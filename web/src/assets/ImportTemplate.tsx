import { Button } from "@mantine/core";
import type { ImportNoun } from "@pulse/contract/importHeaders";
import {
  getAssetsImportTemplate,
  getHardwaresImportTemplate,
  getTrackersImportTemplate,
} from "@pulse/contract/imports";
import { toQueryString } from "@pulse/contract/wire";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/errorText.ts";
import { useServices } from "../services/services.tsx";
import { saveCsv } from "../table/csv.ts";

const endpoints = {
  assets: getAssetsImportTemplate,
  trackers: getTrackersImportTemplate,
  hardwares: getHardwaresImportTemplate,
};

/** A file with the columns, and a row to replace for each accepted type. */
export function ImportTemplate({ noun }: { noun: ImportNoun }) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const saving = useMutation({
    mutationFn: async () =>
      saveCsv(`${noun}-template.csv`, await api.bytes(endpoints[noun].path + toQueryString({ sample: true }))),
    onError: (error) => snackbars.error(errorText(error)),
  });
  return (
    <Button variant="subtle" color="gray" loading={saving.isPending} onClick={() => saving.mutate()}>
      {t("things.import.template")}
    </Button>
  );
}
