import { digestDefaults, type ReportSchedule, rhythms, scheduledReports } from "@pulse/contract/reportSchedules";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { allZones, lastZone } from "../dates/zones.ts";
import { FormSelect } from "../form/ChoiceFields.tsx";
import { DialogForm } from "../form/DialogForm.tsx";
import { FormMultiSelect } from "../form/FormMultiSelect.tsx";
import { FormText } from "../form/TextFields.tsx";
import { useEntityForm } from "../form/useEntityForm.ts";
import { WholeNumber } from "../form/WholeNumber.tsx";
import { useMe } from "../shell/person.api.ts";
import { useAccessibleSites } from "../sites/sites.api.ts";
import { kindText } from "./kindText.ts";
import { recurrenceText, weekdayText } from "./recurrenceText.ts";
import { Recipients } from "./Recipients.tsx";
import { ReportOptions } from "./ReportOptions.tsx";
import classes from "./Reports.module.css";
import { useSaveSchedule } from "./schedules.api.ts";
import { useSiteZone } from "./useSiteZone.ts";

interface Props {
  /** Null: a new one. */
  stored: ReportSchedule | null;
  customerId: string | null;
  onClose(): void;
}

/** The fields of a schedule that a person sets, its numbers of days as text to choose. */
type Values = Omit<
  ReportSchedule,
  "id" | "version" | "createdAt" | "updatedAt" | "customerId" | "nextAt" | "last" | "weekday" | "day"
> & { weekday: string; day: string };

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
const daysOfMonth = Array.from({ length: 31 }, (_, index) => String(index + 1));
/** Minutes: the limit is stored in them and typed in hours. */
const hour = 60;

const rule = z.looseObject({
  name: z.string().min(1),
  at: z.string().min(1),
  recipients: z.array(z.string()).min(1),
});

/** A scheduled report or digest: what, when, for which sites and for whom. */
export function ScheduleDialog(props: Props) {
  const { data: me } = useMe();
  // The first recipient is the person who creates it, so they have to be known first.
  return me === undefined ? null : <Form {...props} email={me.email} />;
}

function Form({ stored, customerId, onClose, email }: Props & { email: string }) {
  const { t } = useTranslation();
  const { data: sites = [] } = useAccessibleSites();
  const { save, saved } = useSaveSchedule(customerId);
  const ofCustomer = sites.filter((site) => site.customerId === customerId);
  const form = useEntityForm({
    // The dialog closes once it is saved, so whatever is typed meanwhile would be lost.
    entity: null as ReportSchedule | null,
    toValues: () => valuesOf(stored, email),
    rule,
    toBody: ({ weekday, day, ...values }) => ({
      ...values,
      name: values.name.trim(),
      weekday: values.every === "week" ? Number(weekday) : null,
      day: values.every === "month" ? Number(day) : null,
      timeZone: zoneOf(values.timeZone),
    }),
    save: (body) => save(stored, body),
    onSaved: (schedule) => {
      saved(schedule);
      onClose();
    },
  });
  const { report, parameters, siteIds, every } = form.values;
  const siteZone = useSiteZone(ofCustomer.find(({ id }) => siteIds[0] === id) ?? ofCustomer[0]);
  const timeZone = zoneOf(form.values.timeZone);
  return (
    <DialogForm
      form={form}
      title={stored === null ? t("reports.schedule.add") : t("reports.schedule.edit")}
      size={560}
      submit={t("reports.schedule.save")}
      onClose={onClose}
    >
      <FormText path="name" label={t("reports.schedule.name")} maxLength={100} autoComplete="off" data-autofocus />
      <div className={classes["dates"]}>
        <FormSelect
          path="report"
          label={t("reports.kind")}
          options={scheduledReports.map((value) => ({ value, label: kindText(value) }))}
          onChosen={(kind) => form.set("parameters", parametersOf(kind))}
        />
        <FormMultiSelect
          path="siteIds"
          label={t("reports.schedule.sites")}
          none={t("reports.schedule.allSites")}
          options={ofCustomer.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
      <ReportOptions
        report={report}
        values={parameters}
        onChange={(options) => form.set("parameters", { ...parameters, ...options })}
      />
      {report === "digest" ? <DigestFields /> : null}
      <WhenFields every={every} />
      <FormSelect
        path="timeZone"
        label={t("reports.schedule.zone")}
        options={[...new Set([timeZone, ...allZones()])].map((zone) => ({
          value: zone === timeZone ? form.values.timeZone : zone,
          label: zone,
        }))}
        limit={60}
      />
      <Recipients customerId={customerId} own={email} />
    </DialogForm>
  );

  function zoneOf(chosen: string): string {
    return chosen === ofSite ? (siteZone ?? lastZone(localStorage)) : chosen;
  }
}

/** A digest's own limits. */
function DigestFields() {
  const { t } = useTranslation();
  return (
    <>
      <p>{t("reports.schedule.digestWhat")}</p>
      <div className={classes["dates"]}>
        <WholeNumber
          path="parameters.dwellLimitMin"
          label={t("reports.schedule.dwellLimit")}
          min={1}
          max={8760}
          unit={hour}
        />
        <WholeNumber path="parameters.lostAfterDay" label={t("reports.schedule.lostAfter")} min={1} max={365} />
      </div>
    </>
  );
}

/** How often, on which day and when. */
function WhenFields({ every }: Pick<Values, "every">) {
  const { t } = useTranslation();
  return (
    <div className={classes["dates"]}>
      <FormSelect
        path="every"
        label={t("reports.schedule.every")}
        options={rhythms.map((value) => ({ value, label: recurrenceText(value) }))}
      />
      {every === "week" ? (
        <FormSelect
          path="weekday"
          label={t("reports.schedule.weekday")}
          options={weekdays.map((nth) => ({ value: String(nth), label: weekdayText(nth) }))}
        />
      ) : null}
      {every === "month" ? (
        <FormSelect
          path="day"
          label={t("reports.schedule.day")}
          options={daysOfMonth.map((value) => ({ value, label: value }))}
        />
      ) : null}
      <FormText path="at" label={t("reports.schedule.at")} type="time" />
    </div>
  );
}

const parametersOf = (report: string | null): Values["parameters"] =>
  report === "digest" ? { ...digestDefaults } : {};

/** The zone of the first site, unless people choose another. */
const ofSite = "";

const newSchedule = (email: string): Omit<Values, "weekday" | "day"> => ({
  name: "",
  report: "digest",
  parameters: {},
  siteIds: [],
  every: "day",
  at: "06:00",
  timeZone: ofSite,
  recipients: [email],
  active: true,
});

/** The fields' values of a schedule, or of a new one with its creator's address. */
function valuesOf(stored: ReportSchedule | null, email: string): Values {
  const { name, report, parameters, siteIds, every, at, timeZone, recipients, active } = stored ?? newSchedule(email);
  return {
    name,
    report,
    siteIds,
    every,
    at,
    timeZone,
    recipients,
    active,
    parameters: { ...parametersOf(report), ...parameters },
    weekday: String(stored?.weekday ?? 1),
    day: String(stored?.day ?? 1),
  };
}
