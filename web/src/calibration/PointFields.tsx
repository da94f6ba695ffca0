import { TextInput } from "@mantine/core";
import type { FloorPlan } from "@pulse/contract/sites";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { inputClasses } from "../form/inputClasses.ts";
import { coordinateText, readCoordinate } from "../placing/coordinateText.ts";
import classes from "./Calibration.module.css";
import type { PointDraft } from "./pointDraft.ts";
import { TrackerChoice } from "./TrackerChoice.tsx";

interface Props {
  floor: FloorPlan;
  draft: PointDraft;
  onChange(draft: PointDraft): void;
}

/** Which tracker is where: the place is typed, or comes from a click on the plan outside. */
export function PointFields({ floor, draft, onChange }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const { at } = draft;
  const isWrong = typed !== null && typed.trim() !== "" && readCoordinate(typed) === null;
  const place = (text: string): void => {
    setTyped(text);
    const read = text.trim() === "" ? null : readCoordinate(text);
    onChange({ ...draft, at: read && { ...read, floorId: floor.id } });
  };
  return (
    <div className={classes["stand"]}>
      <TrackerChoice
        siteId={floor.siteId}
        value={draft.tracker}
        onChange={(tracker) => onChange({ ...draft, tracker })}
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
