import { Button, Modal, MultiSelect, Select, TextInput } from "@mantine/core";
import {
  digestDefaults,
  type ReportSchedule,
  rhythms,
  type ScheduledReport,
  scheduledReports,
} from "@pulse/contract/reportSchedules";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { allZones, lastZone } from "../dates/zones.ts";
import { dialogClasses } from "../form/dialogClasses.ts";
import { inputClasses } from "../form/inputClasses.ts";
import { placeRefusal } from "../form/placeRefusal.ts";
import { WholeNumber } from "../form/WholeNumber.tsx";
import { useMe } from "../shell/person.api.ts";
import { useAccessibleSites } from "../sites/sites.api.ts";
import { kindText } from "./kindText.ts";
import { recurrenceText, weekdayText } from "./recurrenceText.ts";
import { Recipients } from "./Recipients.tsx";
import { ReportOptions } from "./ReportOptions.tsx";
import classes from "./Reports.module.css";
import { type ScheduleValues, useSaveSchedule } from "./schedules.api.ts";
import { useSiteZone } from "./useSiteZone.ts";

interface Props {
  /** Null: a new one. */
  stored: ReportSchedule | null;
  customerId: string | null;
  onClose(): void;
}

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
const daysOfMonth = Array.from({ length: 31 }, (_, index) => String(index + 1));

/** A scheduled report or digest: what, when, for which sites and for whom. */
export function ScheduleDialog({ stored, customerId, onClose }: Props) {
  const { data: me } = useMe();
  // The first recipient is the person who creates it, so they have to be known first.
  return me === undefined ? null : <Form stored={stored} customerId={customerId} onClose={onClose} email={me.email} />;
}

function Form({ stored, customerId, onClose, email }: Props & { email: string }) {
  const { t } = useTranslation();
  const { data: sites = [] } = useAccessibleSites();
  const [isAsked, setAsked] = useState(false);
  const [values, setValues] = useState<ScheduleValues>(() => stored ?? newSchedule(email));
  const ofCustomer = sites.filter((site) => site.customerId === customerId);
  const siteZone = useSiteZone(ofCustomer.find(({ id }) => values.siteIds[0] === id) ?? ofCustomer[0]);
  const save = useSaveSchedule(customerId, onClose);
  const set = (part: Partial<ScheduleValues>): void => {
    // The dialog closes once this is saved, and with it whatever was typed since.
    if (!save.isPending) setValues((before) => ({ ...before, ...part }));
  };
  const { at: errorAt, remaining } = placeRefusal(save.error, {
    name: t("reports.schedule.name"),
    report: t("reports.kind"),
    siteIds: t("reports.schedule.sites"),
    "parameters.dwellLimitMin": t("reports.schedule.dwellLimit"),
    "parameters.lostAfterDay": t("reports.schedule.lostAfter"),
    every: t("reports.schedule.every"),
    at: t("reports.schedule.at"),
    timeZone: t("reports.schedule.zone"),
    recipients: t("reports.schedule.recipients"),
  });
  const missing = (isEmpty: boolean, path: string): string | undefined =>
    isAsked && isEmpty ? t("errors.field_required") : errorAt[path];
  const { name, report, parameters, siteIds, every, at, weekday, day, recipients, active } = values;
  const timeZone = values.timeZone === ofSite ? (siteZone ?? lastZone(localStorage)) : values.timeZone;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (name.trim() === "" || at === "" || recipients.length === 0) return;
    const request = {
      name: name.trim(),
      report,
      parameters,
      siteIds,
      every,
      at,
      weekday,
      day,
      timeZone,
      recipients,
      active,
    };
    save.mutate({ stored, values: request });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={stored === null ? t("reports.schedule.add") : t("reports.schedule.edit")}
      centered
      size={560}
      radius="xl"
      withCloseButton={false}
      classNames={dialogClasses}
    >
      <form className={classes["ask"]} noValidate onSubmit={submit}>
        <TextInput
          classNames={inputClasses}
          label={t("reports.schedule.name")}
          value={name}
          maxLength={100}
          autoComplete="off"
          error={missing(name.trim() === "", "name")}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          data-autofocus
        />
        <div className={classes["dates"]}>
          <Select
            classNames={inputClasses}
            label={t("reports.kind")}
            data={scheduledReports.map((value) => ({ value, label: kindText(value) }))}
            value={report}
            error={errorAt["report"]}
            allowDeselect={false}
            onChange={(next) => set({ report: next ?? report, parameters: parametersOf(next ?? report) })}
          />
          <MultiSelect
            classNames={inputClasses}
            label={t("reports.schedule.sites")}
            placeholder={siteIds.length === 0 ? t("reports.schedule.allSites") : ""}
            data={ofCustomer.map(({ id, name: label }) => ({ value: id, label }))}
            value={siteIds}
            error={errorAt["siteIds"]}
            onChange={(ids) => set({ siteIds: ids })}
            searchable
            hidePickedOptions
          />
        </div>
        <ReportOptions
          report={report}
          values={parameters}
          onChange={(options) => set({ parameters: { ...parameters, ...options } })}
        />
        {report === "digest" ? (
          <>
            <p>{t("reports.schedule.digestWhat")}</p>
            <div className={classes["dates"]}>
              <WholeNumber
                label={t("reports.schedule.dwellLimit")}
                error={errorAt["parameters.dwellLimitMin"]}
                min={1}
                max={8760}
                value={(parameters.dwellLimitMin ?? digestDefaults.dwellLimitMin) / 60}
                onChange={(hours) => set({ parameters: { ...parameters, dwellLimitMin: hours * 60 } })}
              />
              <WholeNumber
                label={t("reports.schedule.lostAfter")}
                error={errorAt["parameters.lostAfterDay"]}
                min={1}
                max={365}
                value={parameters.lostAfterDay ?? digestDefaults.lostAfterDay}
                onChange={(days) => set({ parameters: { ...parameters, lostAfterDay: days } })}
              />
            </div>
          </>
        ) : null}
        <div className={classes["dates"]}>
          <Select
            classNames={inputClasses}
            label={t("reports.schedule.every")}
            data={rhythms.map((value) => ({ value, label: recurrenceText(value) }))}
            value={every}
            error={errorAt["every"]}
            allowDeselect={false}
            onChange={(next) => set({ every: next ?? every })}
          />
          {every === "week" ? (
            <Select
              classNames={inputClasses}
              label={t("reports.schedule.weekday")}
              data={weekdays.map((nth) => ({ value: String(nth), label: weekdayText(nth) }))}
              value={String(weekday ?? 1)}
              allowDeselect={false}
              onChange={(next) => set({ weekday: Number(next) })}
            />
          ) : null}
          {every === "month" ? (
            <Select
              classNames={inputClasses}
              label={t("reports.schedule.day")}
              data={daysOfMonth}
              value={String(day ?? 1)}
              allowDeselect={false}
              onChange={(next) => set({ day: Number(next) })}
            />
          ) : null}
          <TextInput
            classNames={inputClasses}
            type="time"
            label={t("reports.schedule.at")}
            value={at}
            error={missing(at === "", "at")}
            onChange={({ currentTarget }) => set({ at: currentTarget.value })}
          />
        </div>
        <Select
          classNames={inputClasses}
          label={t("reports.schedule.zone")}
          data={[...new Set([timeZone, ...allZones()])]}
          value={timeZone}
          error={errorAt["timeZone"]}
          allowDeselect={false}
          searchable
          limit={60}
          onChange={(next) => set({ timeZone: next ?? timeZone })}
        />
        <Recipients
          customerId={customerId}
          own={email}
          chosen={recipients}
          error={missing(recipients.length === 0, "recipients") ?? null}
          onChange={(list) => set({ recipients: list })}
        />
        {remaining === null ? null : (
          <p role="alert" className={classes["error"]}>
            {remaining}
          </p>
        )}
        <div className={classes["acts"]}>
          <Button variant="default" onClick={onClose}>
            {t("form.cancel")}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t("reports.schedule.save")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

const parametersOf = (report: ScheduledReport): ScheduleValues["parameters"] =>
  report === "digest" ? { ...digestDefaults } : {};

/** The zone of the first site, unless people choose another. */
const ofSite = "";

const newSchedule = (email: string): ScheduleValues => ({
  name: "",
  report: "digest",
  parameters: parametersOf("digest"),
  siteIds: [],
  every: "day",
  at: "06:00",
  weekday: null,
  day: null,
  timeZone: ofSite,
  recipients: [email],
  active: true,
});
