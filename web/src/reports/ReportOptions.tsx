import { Checkbox } from "@mantine/core";
import type { ScheduledReport } from "@pulse/contract/reportSchedules";
import { useTranslation } from "react-i18next";
import classes from "./Reports.module.css";

/** A report's options besides its site and span, under the API's names. */
export interface ReportOptionValues {
  orderByDesc?: "end_timestamp" | "enter_time" | undefined;
  splitType?: "name" | undefined;
}

const orders: Partial<Record<ScheduledReport, "end_timestamp" | "enter_time">> = {
  "asset-history": "end_timestamp",
  "geofence-history": "enter_time",
};

interface Props {
  report: ScheduledReport;
  values: ReportOptionValues;
  onChange(values: ReportOptionValues): void;
}

/** Newest first, and one file for each geofence, if the kind of report allows it. */
export function ReportOptions({ report, values, onChange }: Props) {
  const { t } = useTranslation();
  const order = orders[report];
  return (
    <>
      {order === undefined ? null : (
        <Checkbox
          size="xs"
          className={classes["check"]}
          label={t("reports.newestFirst")}
          checked={values.orderByDesc !== undefined}
          onChange={({ currentTarget }) =>
            onChange({ ...values, orderByDesc: currentTarget.checked ? order : undefined })
          }
        />
      )}
      {report === "geofence-history" ? (
        <Checkbox
          size="xs"
          className={classes["check"]}
          label={t("reports.split")}
          checked={values.splitType !== undefined}
          onChange={({ currentTarget }) =>
            onChange({ ...values, splitType: currentTarget.checked ? "name" : undefined })
          }
        />
      ) : null}
    </>
  );
}
