import { TextInput } from "@mantine/core";
import type { FloorPlan } from "@pulse/contract/sites";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { inputClasses } from "../form/inputClasses.ts";
import { coordinateText, readCoordinate } from "../placing/coordinateText.ts";
import classes from "./Calibration.module.css";
import type { Stand } from "./stand.ts";
import { TrackerChoice } from "./TrackerChoice.tsx";

interface Props {
  floor: FloorPlan;
  stand: Stand;
  onChange(stand: Stand): void;
}

/** Which tracker is where: the place is typed, or comes from a click on the plan outside. */
export function StandFields({ floor, stand, onChange }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const { at } = stand;
  const isWrong = typed !== null && typed.trim() !== "" && readCoordinate(typed) === null;
  const place = (text: string): void => {
    setTyped(text);
    const read = text.trim() === "" ? null : readCoordinate(text);
    onChange({ ...stand, at: read && { ...read, floorId: floor.id } });
  };
  return (
    <div className={classes["stand"]}>
      <TrackerChoice
        siteId={floor.siteId}
        value={stand.tracker}
        onChange={(tracker) => onChange({ ...stand, tracker })}
      />
      <TextInput
        classNames={inputClasses}
        label={t("calibration.stand.place")}
        description={t("calibration.stand.placeHint")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        placeholder="51.90000, 4.40000"
        autoComplete="off"
        spellCheck={false}
        error={isWrong ? t("calibration.stand.noPlace") : null}
        value={typed ?? (at === null ? "" : coordinateText(at))}
        onChange={({ currentTarget }) => place(currentTarget.value)}
        // An invalid place stays as typed, to be corrected.
        onBlur={() => setTyped((before) => (isWrong ? before : null))}
      />
    </div>
  );
}
