import { Button, Checkbox, Modal, TextInput } from "@mantine/core";
import type { FloorPlan } from "@pulse/contract/sites";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { dialogClasses } from "../form/dialogClasses.ts";
import { useLetters } from "../entity/useLetters.ts";
import { inputClasses } from "../form/inputClasses.ts";
import { parseNumber } from "../text/numbers.ts";
import classes from "./Buildings.module.css";
import { type CopyChoice, copiedFloor, type FloorValues, isDrawnOn, levelAbove } from "./layoutValues.ts";

interface Props {
  floor: FloorValues;
  /** The stored floor with its drawing; null: the floor itself is new. */
  stored: FloorPlan | null;
  /** All floors of the building. */
  siblings: readonly FloorValues[];
  onCopy(copy: FloorValues): void;
  onClose(): void;
}

/** Asks for the name and level of a copy, and which parts of the floor to copy. */
export function CopyFloorDialog({ floor, stored, siblings, onCopy, onClose }: Props) {
  const { t } = useTranslation();
  const free = levelAbove(siblings);
  const [name, setName] = useState(t("sites.floor.nth", { nth: free }));
  const [level, setLevel] = useState(String(free));
  const [chosen, setChosen] = useState<CopyChoice>({ drawing: true, gateways: false, geofences: false });
  const number = parseNumber(level);
  const nameError = siblings.some((other) => other.name.toLowerCase() === name.toLowerCase())
    ? t("form.fault.must_be_unique", { entity: t("sites.floor.name") })
    : null;
  const levelError = siblings.some((other) => other.level === number)
    ? t("form.fault.must_be_unique", { entity: t("sites.floor.level") })
    : null;
  const canCopy = name !== "" && Number.isInteger(number) && nameError === null && levelError === null;
  const mayMake = { gateways: useLetters("hardware_management").c, geofences: useLetters("geofence_management").c };
  const offered = (["drawing", "geofences", "gateways"] as const).filter((what) =>
    what === "drawing" ? stored !== null && isDrawnOn(stored) : stored !== null && mayMake[what],
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // In React's tree the dialog is inside the page's form.
    event.stopPropagation();
    if (!canCopy || number === null) return;
    onCopy(copiedFloor(floor, { key: "", name, level: number }, stored, chosen));
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("sites.copy.title", { name: floor.name })}
      centered
      size={440}
      radius="xl"
      withCloseButton={false}
      classNames={dialogClasses}
    >
      <form className={classes["copy"]} onSubmit={submit}>
        <p>{t("sites.copy.text")}</p>
        <TextInput
          classNames={inputClasses}
          label={t("sites.floor.name")}
          value={name}
          error={nameError}
          data-autofocus
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          classNames={inputClasses}
          label={t("sites.floor.level")}
          value={level}
          error={levelError}
          inputMode="numeric"
          onChange={({ currentTarget }) => setLevel(currentTarget.value)}
        />
        {offered.map((what) => (
          <Checkbox
            key={what}
            size="xs"
            label={t(`sites.copy.${what}`)}
            {...(what === "gateways" && chosen.gateways ? { description: t("sites.copy.gatewaysHint") } : {})}
            checked={chosen[what]}
            onChange={({ currentTarget: { checked } }) => setChosen((before) => ({ ...before, [what]: checked }))}
          />
        ))}
        <div className={classes["dialogActions"]}>
          <Button variant="default" onClick={onClose}>
            {t("form.cancel")}
          </Button>
          <Button type="submit" disabled={!canCopy}>
            {t("sites.copy.confirm")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
