import { Button, Modal, MultiSelect, Select, TagsInput, TextInput } from "@mantine/core";
import {
  digestDefaults,
  type ReportSchedule,
  rhythms,
  type ScheduledReport,
  scheduledReports,
} from "@pulse/contract/reportSchedules";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/errorText.ts";
import { allZones, lastZone } from "../dates/zones.ts";
import { dialogClasses } from "../form/dialogClasses.ts";
import { inputClasses } from "../form/inputClasses.ts";
import { WholeNumber } from "../form/WholeNumber.tsx";
import { useMe } from "../session/person.api.ts";
import { useAccessibleSites } from "../sites/sites.api.ts";
import { kindText } from "./kindText.ts";
import { rhythmText, weekdayText } from "./rhythmText.ts";
import { ReportOptions } from "./ReportOptions.tsx";
import classes from "./Reports.module.css";
import { type ScheduleValues, useSaveSchedule } from "./schedules.api.ts";

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
  const [values, setValues] = useState<ScheduleValues>(() => stored ?? newSchedule(email, lastZone(localStorage)));
  const save = useSaveSchedule(customerId, onClose);
  const set = (part: Partial<ScheduleValues>): void => {
    // The dialog closes once this is saved, and with it whatever was typed since.
    if (!save.isPending) setValues((before) => ({ ...before, ...part }));
  };
  const missing = (isEmpty: boolean): string | null => (isAsked && isEmpty ? t("errors.field_required") : null);
  const { name, report, parameters, siteIds, every, at, weekday, day, timeZone, recipients, active } = values;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (name.trim() === "" || at === "" || recipients.length === 0) return;
    const sent = {
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
    save.mutate({ stored, values: sent });
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
          error={missing(name.trim() === "")}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          data-autofocus
        />
        <div className={classes["dates"]}>
          <Select
            classNames={inputClasses}
            label={t("reports.kind")}
            data={scheduledReports.map((value) => ({ value, label: kindText(value) }))}
            value={report}
            allowDeselect={false}
            onChange={(next) => set({ report: next ?? report, parameters: parametersOf(next ?? report) })}
          />
          <MultiSelect
            classNames={inputClasses}
            label={t("reports.schedule.sites")}
            placeholder={siteIds.length === 0 ? t("reports.schedule.allSites") : ""}
            data={sites
              .filter((site) => site.customerId === customerId)
              .map(({ id, name: label }) => ({ value: id, label }))}
            value={siteIds}
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
                min={1}
                max={8760}
                value={(parameters.dwellLimitMin ?? digestDefaults.dwellLimitMin) / 60}
                onChange={(hours) => set({ parameters: { ...parameters, dwellLimitMin: hours * 60 } })}
              />
              <WholeNumber
                label={t("reports.schedule.lostAfter")}
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
            data={rhythms.map((value) => ({ value, label: rhythmText(value) }))}
            value={every}
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
            error={missing(at === "")}
            onChange={({ currentTarget }) => set({ at: currentTarget.value })}
          />
        </div>
        <Select
          classNames={inputClasses}
          label={t("reports.schedule.zone")}
          data={allZones()}
          value={timeZone}
          allowDeselect={false}
          searchable
          limit={60}
          onChange={(next) => set({ timeZone: next ?? timeZone })}
        />
        <TagsInput
          classNames={inputClasses}
          label={t("reports.schedule.recipients")}
          description={t("reports.schedule.recipientsHint")}
          value={recipients}
          maxTags={50}
          splitChars={[",", " ", ";"]}
          acceptValueOnBlur
          error={missing(recipients.length === 0)}
          onChange={(list) => set({ recipients: list })}
        />
        {save.error === null ? null : (
          <p role="alert" className={classes["fault"]}>
            {errorText(save.error)}
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

const newSchedule = (email: string, timeZone: string): ScheduleValues => ({
  name: "",
  report: "digest",
  parameters: parametersOf("digest"),
  siteIds: [],
  every: "day",
  at: "06:00",
  weekday: null,
  day: null,
  timeZone,
  recipients: [email],
  active: true,
});
