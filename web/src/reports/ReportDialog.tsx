import { TextInput } from "@mantine/core";
import type { AccessibleSite } from "@pulse/contract/customers";
import { type Report, type ReportKind, reportKinds } from "@pulse/contract/reports";
import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { CalendarButton } from "../dates/CalendarButton.tsx";
import { PresetButtons } from "../dates/PresetButtons.tsx";
import { isTurned, timesOf } from "../dates/span.ts";
import { useMomentText } from "../dates/useMomentText.ts";
import { allZones, keepZone, lastZone } from "../dates/zones.ts";
import { FormSelect } from "../form/ChoiceFields.tsx";
import { DialogForm } from "../form/DialogForm.tsx";
import { useField } from "../form/FormContext.ts";
import { FormField } from "../form/FormField.tsx";
import { inputProps } from "../form/TextFields.tsx";
import { useEntityForm } from "../form/useEntityForm.ts";
import { useServices } from "../services/services.tsx";
import { useMe } from "../shell/person.api.ts";
import { useAccessibleSites } from "../sites/sites.api.ts";
import { kindText } from "./kindText.ts";
import { ReportOptions, type ReportOptionValues } from "./ReportOptions.tsx";
import classes from "./Reports.module.css";
import { reportsKey, requestReport } from "./reports.api.ts";

interface Props {
  /** The kind that suits the list from which the dialog was opened. */
  kind?: ReportKind;
  siteId?: string;
  onClose(): void;
}

/** Under the names of the request. The two ends are minutes of the viewer's zone, as typed. */
const rule = z
  .object({
    kind: z.enum(reportKinds),
    siteId: z.string(),
    startTimeUtc: z.string().min(1),
    endTimeUtc: z.string().min(1),
    convertToTimezone: z.string(),
    options: z.custom<ReportOptionValues>(),
    deliveriesList: z.string(),
  })
  .refine(({ startTimeUtc: from, endTimeUtc: to }) => !isTurned({ from, to }), {
    path: ["endTimeUtc"],
    params: { code: "start_after_end" },
  });
type Values = Omit<z.infer<typeof rule>, "siteId"> & { siteId: string | null };

/** Requests a report for a site, a span and a zone. It is mailed to the person's own address. */
export function ReportDialog(props: Props) {
  const { data: me } = useMe();
  const { data: sites = [], isPending } = useAccessibleSites();
  // The form starts with the person's address and a site, so they have to be known first.
  return me === undefined || isPending ? null : <Form {...props} email={me.email} sites={sites} />;
}

interface FormProps extends Props {
  email: string;
  sites: readonly AccessibleSite[];
}

function Form({ kind = "asset-history", siteId: ofList, email, sites, onClose }: FormProps) {
  const { t } = useTranslation();
  const { activeSite, api, snackbars } = useServices();
  const queries = useQueryClient();
  const active = useSyncExternalStore(activeSite.subscribe, activeSite.current);
  const form = useEntityForm({
    entity: null as Report | null,
    toValues: (): Values => ({
      kind,
      siteId: ofList ?? active?.siteId ?? sites[0]?.id ?? null,
      startTimeUtc: "",
      endTimeUtc: "",
      convertToTimezone: lastZone(localStorage),
      options: {},
      deliveriesList: email,
    }),
    rule,
    save: ({ kind: wanted, siteId, startTimeUtc: from, endTimeUtc: to, convertToTimezone, options }) => {
      keepZone(localStorage, convertToTimezone);
      // Typed dates are in the viewer's own zone; the chosen zone is that of the file.
      const query = { siteId, ...timesOf({ from, to }, 0), convertToTimezone, ...options };
      return requestReport(api, { kind: wanted, query, email });
    },
    onSaved: ({ message }) => {
      // The server's text, unchanged (decisions C10).
      snackbars.success(message);
      void queries.invalidateQueries({ queryKey: reportsKey });
      onClose();
    },
  });
  const { kind: wanted, startTimeUtc: from, endTimeUtc: to, options } = form.values;
  return (
    <DialogForm form={form} title={t("reports.add")} size={480} submit={t("reports.request")} onClose={onClose}>
      <p>{t("reports.takes")}</p>
      <FormSelect
        path="kind"
        label={t("reports.kind")}
        options={reportKinds.map((value) => ({ value, label: kindText(value) }))}
        onChosen={() => form.set("options", {})}
        isFocused
      />
      <FormSelect
        path="siteId"
        label={t("reports.site")}
        options={sites.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <PresetButtons
        value={{ from, to }}
        onChange={(dates) => {
          form.set("startTimeUtc", dates.from);
          form.set("endTimeUtc", dates.to);
        }}
      />
      <div className={classes["dates"]}>
        <MomentField path="startTimeUtc" label={t("reports.from")} />
        {/* Shown at once: the two may be on the screen together and not fit each other. */}
        <MomentField
          path="endTimeUtc"
          label={t("reports.to")}
          fault={isTurned({ from, to }) ? t("errors.start_after_end") : null}
        />
      </div>
      <FormSelect
        path="convertToTimezone"
        label={t("dates.zone")}
        options={allZones().map((zone) => ({ value: zone, label: zone }))}
        limit={60}
      />
      <ReportOptions report={wanted} values={options} onChange={(values) => form.set("options", values)} />
      <AddressField />
    </DialogForm>
  );
}

function MomentField({ path, label, fault = null }: { path: string; label: string; fault?: string | null }) {
  const field = useField(path, { label });
  const { onBlur, ...text } = useMomentText(field.value as string, "minute", field.set);
  return (
    <FormField path={path} label={label} field={field}>
      <TextInput
        {...inputProps({ path, label }, fault ?? field.error)}
        {...text}
        onBlur={(event) => {
          onBlur();
          field.leave(event);
        }}
        rightSection={<CalendarButton label={label} kind="minute" value={field.value as string} onChange={field.set} />}
      />
    </FormField>
  );
}

/** The person's own address, shown but not editable. */
function AddressField() {
  const { t } = useTranslation();
  const label = t("reports.email");
  const field = useField("deliveriesList", { label });
  return (
    <FormField path="deliveriesList" label={label} field={field}>
      <TextInput
        className={classes["fixed"]}
        {...inputProps({ path: "deliveriesList", label }, field.error)}
        value={field.value as string}
        readOnly
      />
    </FormField>
  );
}
