import { Button, Modal, Select, TextInput } from "@mantine/core";
import { type ReportKind, reportKinds } from "@pulse/contract/reports";
import { type FormEvent, type ReactNode, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { CalendarButton } from "../dates/CalendarButton.tsx";
import { PresetButtons } from "../dates/PresetButtons.tsx";
import { isTurned, timesOf } from "../dates/span.ts";
import { useMomentText } from "../dates/useMomentText.ts";
import { allZones, keepZone, lastZone } from "../dates/zones.ts";
import { dialogClasses } from "../form/dialogClasses.ts";
import { inputClasses } from "../form/inputClasses.ts";
import { LockedFields } from "../form/LockedFields.tsx";
import { placeRefusal } from "../form/placeRefusal.ts";
import { useServices } from "../services/services.tsx";
import { useMe } from "../shell/person.api.ts";
import { useAccessibleSites } from "../sites/sites.api.ts";
import { kindText } from "./kindText.ts";
import { ReportOptions, type ReportOptionValues } from "./ReportOptions.tsx";
import classes from "./Reports.module.css";
import { useRequestReport } from "./reports.api.ts";

interface Props {
  /** The kind that suits the list from which the dialog was opened. */
  kind?: ReportKind;
  siteId?: string;
  onClose(): void;
}

/** Where the two ends of the span are in the request. */
const pathOf = { from: "startTimeUtc", to: "endTimeUtc" } as const;

/** Requests a report for a site, a span and a zone. It is mailed to the person's own address. */
export function ReportDialog({ kind: firstKind = "asset-history", siteId: ofList, onClose }: Props) {
  const { t } = useTranslation();
  const { activeSite } = useServices();
  const active = useSyncExternalStore(activeSite.subscribe, activeSite.current);
  const { data: me } = useMe();
  const { data: sites = [] } = useAccessibleSites();
  const [kind, setKind] = useState<ReportKind>(firstKind);
  const [chosen, setChosen] = useState<string | null>(ofList ?? null);
  const siteId = chosen ?? active?.siteId ?? sites[0]?.id ?? null;
  const [dates, setDates] = useState({ from: "", to: "" });
  const [zone, setZone] = useState(() => lastZone(localStorage));
  const [options, setOptions] = useState<ReportOptionValues>({});
  const [isAsked, setAsked] = useState(false);
  const request = useRequestReport(onClose);
  const refusal = placeRefusal(request.error, {
    siteId: t("reports.site"),
    startTimeUtc: t("reports.from"),
    endTimeUtc: t("reports.to"),
    convertToTimezone: t("dates.zone"),
    deliveriesList: t("reports.email"),
  });
  const error = (value: string | null, path: string): string | undefined =>
    isAsked && (value ?? "") === "" ? t("errors.field_required") : refusal.at[path];
  const turned = isTurned(dates) ? t("errors.start_after_end") : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (siteId === null || dates.from === "" || dates.to === "" || isTurned(dates) || me === undefined) return;
    keepZone(localStorage, zone);
    request.mutate({
      kind,
      email: me.email,
      query: {
        siteId,
        // Typed dates are in the viewer's own zone; the chosen zone is that of the file.
        ...timesOf(dates, 0),
        convertToTimezone: zone,
        ...options,
      },
    });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("reports.add")}
      centered
      size={480}
      radius="xl"
      withCloseButton={false}
      classNames={dialogClasses}
    >
      <form className={classes["ask"]} noValidate onSubmit={submit}>
        <p>{t("reports.takes")}</p>
        <LockedFields isLocked={request.isPending}>
          <Select
            classNames={inputClasses}
            label={t("reports.kind")}
            data={reportKinds.map((value) => ({ value, label: kindText(value) }))}
            value={kind}
            allowDeselect={false}
            data-autofocus
            onChange={(next) => {
              setKind(next ?? "asset-history");
              setOptions({});
            }}
          />
          <Select
            classNames={inputClasses}
            label={t("reports.site")}
            data={sites.map(({ id, name }) => ({ value: id, label: name }))}
            value={siteId}
            error={error(siteId, "siteId")}
            searchable
            allowDeselect={false}
            onChange={setChosen}
          />
          <PresetButtons value={dates} onChange={setDates} />
          <div className={classes["dates"]}>
            {(["from", "to"] as const).map((which) => (
              <MomentField
                key={which}
                label={t(`reports.${which}`)}
                value={dates[which]}
                error={(which === "to" ? turned : null) ?? error(dates[which], pathOf[which])}
                onChange={(value) => setDates((before) => ({ ...before, [which]: value }))}
              />
            ))}
          </div>
          <Select
            classNames={inputClasses}
            label={t("dates.zone")}
            data={allZones()}
            value={zone}
            error={refusal.at["convertToTimezone"]}
            allowDeselect={false}
            searchable
            limit={60}
            onChange={(next) => setZone((before) => next ?? before)}
          />
          <ReportOptions report={kind} values={options} onChange={setOptions} />
          <TextInput
            className={classes["fixed"]}
            classNames={inputClasses}
            label={t("reports.email")}
            value={me?.email ?? ""}
            error={refusal.at["deliveriesList"]}
            readOnly
          />
        </LockedFields>
        {refusal.remaining === null ? null : (
          <p role="alert" className={classes["error"]}>
            {refusal.remaining}
          </p>
        )}
        <div className={classes["acts"]}>
          <Button variant="default" onClick={onClose}>
            {t("form.cancel")}
          </Button>
          <Button type="submit" loading={request.isPending}>
            {t("reports.request")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface MomentProps {
  label: string;
  value: string;
  error: ReactNode;
  onChange(value: string): void;
}

function MomentField({ label, value, error, onChange }: MomentProps) {
  const text = useMomentText(value, "minute", onChange);
  return (
    <TextInput
      classNames={inputClasses}
      label={label}
      error={error}
      {...text}
      rightSection={<CalendarButton label={label} kind="minute" value={value} onChange={onChange} />}
    />
  );
}
