import type { ScheduledReport } from "@pulse/contract/reportSchedules";
import { texts } from "../text/translate.ts";

/** The kind of a report as people call it. */
export function kindText(kind: ScheduledReport): string {
  return texts.t(`reports.kinds.${kind.replaceAll("-", "_")}`);
}
