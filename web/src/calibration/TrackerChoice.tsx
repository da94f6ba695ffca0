import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { searchTrackers } from "@pulse/contract/trackers";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ScanButton } from "../assets/ScanButton.tsx";
import { useLetters } from "../entity/useLetters.ts";
import { errorText } from "../api/errorText.ts";
import { FindFailed } from "../form/FindFailed.tsx";
import { inputClasses } from "../form/inputClasses.ts";
import { useServices } from "../services/services.tsx";
import classes from "./Calibration.module.css";
import type { PickedTracker } from "./pointDraft.ts";

const pauseMs = 150;
const maxShown = 8;

interface Props {
  siteId: string;
  value: PickedTracker | null;
  onChange(tracker: PickedTracker | null): void;
}

/** A tracker of the site, found by typing or scanning part of its name or MAC address. */
export function TrackerChoice({ siteId, value, onChange }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const can = useLetters("identifier_management");
  const [typed, setTyped] = useState("");
  // The chosen tracker's name in the field is not a search.
  const [word] = useDebouncedValue(value !== null && typed === value.name ? "" : typed.trim(), pauseMs);
  const find = async (searchKeyword: string, signal?: AbortSignal): Promise<PickedTracker[]> => {
    const narrowed = searchKeyword === "" ? {} : { searchKeyword };
    const query = { siteId, limit: maxShown, sortFields: ["name"], sortOrder: ["asc" as const], ...narrowed };
    const matches = await api.call(searchTrackers, { query, ...(signal && { signal }) });
    return matches.map(({ id, name, mac }) => ({ id, name, mac: mac ?? "" }));
  };
  const [inputError, setInputError] = useState<string | null>(null);
  const {
    data: matches = [],
    error,
    refetch,
  } = useQuery({
    queryKey: ["trackers", siteId, "stand", word],
    enabled: can.r,
    queryFn: ({ signal }) => find(word, signal),
    placeholderData: keepPreviousData,
  });
  if (!can.r) return <p className={classes["note"]}>{t("calibration.stand.noTrackers")}</p>;
  const known = value === null || matches.some(({ id }) => id === value.id) ? matches : [value, ...matches];
  const scan = async (code: string): Promise<void> => {
    setInputError(null);
    let scanned: PickedTracker[];
    try {
      scanned = await find(code);
    } catch (refusal) {
      return setInputError(errorText(refusal));
    }
    const [only, ...more] = scanned;
    if (only !== undefined && more.length === 0) onChange(only);
    else setTyped(code);
  };
  return (
    <div className={classes["choice"]}>
      <Select
        classNames={inputClasses}
        label={t("calibration.stand.tracker")}
        placeholder={t("calibration.stand.trackerHint")}
        searchable
        clearable
        data={known.map(({ id, name }) => ({ value: id, label: name }))}
        filter={({ options }) => options}
        value={value?.id ?? null}
        onChange={(id) => onChange(known.find((tracker) => tracker.id === id) ?? null)}
        searchValue={typed}
        onSearchChange={setTyped}
        error={inputError}
        nothingFoundMessage={
          error === null ? t("calibration.stand.noneFound") : <FindFailed error={error} retry={() => void refetch()} />
        }
        renderOption={({ option }) => (
          <span className={classes["option"]}>
            {option.label} <small>{known.find(({ id }) => id === option.value)?.mac}</small>
          </span>
        )}
        withScrollArea={false}
        styles={{ options: { maxHeight: 300, overflowY: "auto" } }}
        clearButtonProps={{ "aria-label": t("form.clear", { label: t("calibration.stand.tracker") }) }}
      />
      <ScanButton onCode={(code) => void scan(code)} />
    </div>
  );
}
