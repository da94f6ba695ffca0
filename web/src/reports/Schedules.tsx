import { ActionIcon, Button, Tooltip } from "@mantine/core";
import type { ReportSchedule } from "@pulse/contract/reportSchedules";
import { IconCalendarRepeat, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/errorText.ts";
import { CustomerChip } from "../entity/CustomerChip.tsx";
import { useCustomerScope } from "../entity/useCustomerScope.ts";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { dateTime } from "../time/ages.ts";
import { kindText } from "./kindText.ts";
import { whenText } from "./recurrenceText.ts";
import classes from "./Reports.module.css";
import { ScheduleDialog } from "./ScheduleDialog.tsx";
import { useActivateSchedule, useRemoveSchedule, useSchedules } from "./schedules.api.ts";

/** The customer's scheduled reports; they can be created, changed, paused and ended here. */
export function Schedules() {
  const { t } = useTranslation();
  const scope = useCustomerScope();
  const { data: schedules, error } = useSchedules(scope.customerId);
  const [edited, setEdited] = useState<ReportSchedule | "new" | null>(null);
  const [toEnd, setToEnd] = useState<ReportSchedule | null>(null);
  const remove = useRemoveSchedule(() => setToEnd(null));
  return (
    <section className={classes["part"]} aria-label={t("reports.schedule.title")}>
      <div className={classes["head"]}>
        <h2>{t("reports.schedule.title")}</h2>
        <CustomerChip scope={scope} />
        <Button
          variant="default"
          leftSection={<IconCalendarRepeat size={16} stroke={1.75} aria-hidden="true" />}
          disabled={!scope.isKnown}
          onClick={() => setEdited("new")}
          aria-haspopup="dialog"
        >
          {t("reports.schedule.add")}
        </Button>
      </div>
      {error !== null && schedules === undefined ? <p role="alert">{errorText(error)}</p> : null}
      {schedules?.length === 0 ? <p>{t("reports.schedule.none")}</p> : null}
      <ul>
        {schedules?.map((schedule) => (
          <Line
            key={schedule.id}
            schedule={schedule}
            onEdit={() => setEdited(schedule)}
            onRemove={() => setToEnd(schedule)}
          />
        ))}
      </ul>
      {edited === null ? null : (
        <ScheduleDialog
          stored={edited === "new" ? null : edited}
          customerId={scope.customerId}
          onClose={() => setEdited(null)}
        />
      )}
      <ConfirmDialog
        isOpen={toEnd !== null}
        title={t("reports.schedule.endTitle", { name: toEnd?.name ?? "" })}
        text={t("reports.schedule.endText")}
        confirm={t("reports.schedule.end", { name: toEnd?.name ?? "" })}
        isDestructive
        isBusy={remove.isPending}
        onConfirm={() => toEnd && remove.mutate(toEnd)}
        onClose={() => setToEnd(null)}
      />
    </section>
  );
}

interface LineProps {
  schedule: ReportSchedule;
  onEdit(): void;
  onRemove(): void;
}

function Line({ schedule, onEdit, onRemove }: LineProps) {
  const { t } = useTranslation();
  const activate = useActivateSchedule(schedule);
  const { name, report, active, nextAt, last, recipients } = schedule;
  const Turn = active ? IconPlayerPause : IconPlayerPlay;
  return (
    <li className={classes["report"]} data-state={last?.status}>
      <div>
        <h3>{name}</h3>
        <p>
          {kindText(report)} · {whenText(schedule)} · {t("reports.schedule.to", { count: recipients.length })}
        </p>
        <p>
          {nextAt === null
            ? t("reports.schedule.paused")
            : t("reports.schedule.next", { when: dateTime(Date.parse(nextAt)) })}
          {last === null ? null : (
            <>
              {" · "}
              {t("reports.schedule.last", { when: dateTime(Date.parse(last.at)) })}{" "}
              <b>{t(`reports.schedule.status.${last.status}`)}</b>
            </>
          )}
        </p>
      </div>
      <div className={classes["acts"]}>
        <Act label={t("reports.schedule.editOf", { name })} onClick={onEdit}>
          <IconPencil size={16} stroke={1.75} />
        </Act>
        <Act
          label={t(active ? "reports.schedule.pause" : "reports.schedule.resume", { name })}
          onClick={() => activate.mutate(!active)}
        >
          <Turn size={16} stroke={1.75} />
        </Act>
        <Act label={t("reports.schedule.end", { name })} onClick={onRemove}>
          <IconTrash size={16} stroke={1.75} />
        </Act>
      </div>
    </li>
  );
}

function Act({ label, onClick, children }: { label: string; onClick(): void; children: ReactNode }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="var(--pulse-control)" aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
