import type { FloorPlan } from "@pulse/contract/sites";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { useLetters } from "../entity/useLetters.ts";
import { FormCheck } from "../form/ChoiceFields.tsx";
import { DialogForm } from "../form/DialogForm.tsx";
import { FormNumber } from "../form/FormNumber.tsx";
import { FormText } from "../form/TextFields.tsx";
import { useEntityForm } from "../form/useEntityForm.ts";
import { copiedFloor, type FloorValues, isDrawnOn, levelAbove } from "./layoutValues.ts";

interface Props {
  floor: FloorValues;
  /** The stored floor with its drawing; null: the floor itself is new. */
  stored: FloorPlan | null;
  /** All floors of the building. */
  siblings: readonly FloorValues[];
  onCopy(copy: FloorValues): void;
  onClose(): void;
}

const unique = (path: string) => ({ path: [path], params: { code: "must_be_unique" } });
const ruleAmong = (siblings: readonly FloorValues[]) =>
  z
    .object({
      name: z.string().min(1),
      level: z.number().int(),
      drawing: z.boolean(),
      gateways: z.boolean(),
      geofences: z.boolean(),
    })
    .refine(({ name }) => siblings.every((other) => other.name.toLowerCase() !== name.toLowerCase()), unique("name"))
    .refine(({ level }) => siblings.every((other) => other.level !== level), unique("level"));

type Copy = z.infer<ReturnType<typeof ruleAmong>>;

/** Asks for the name and level of a copy, and which parts of the floor to copy. */
export function CopyFloorDialog({ floor, stored, siblings, onCopy, onClose }: Props) {
  const { t } = useTranslation();
  const mayMake = { gateways: useLetters("hardware_management").c, geofences: useLetters("geofence_management").c };
  const form = useEntityForm({
    entity: null as Copy | null,
    toValues: (): Copy => {
      const level = levelAbove(siblings);
      return { name: t("sites.floor.nth", { nth: level }), level, drawing: true, gateways: false, geofences: false };
    },
    rule: ruleAmong(siblings),
    save: async (copy) => copy,
    onSaved: ({ name, level, ...chosen }) => {
      onCopy(copiedFloor(floor, { key: "", name, level }, stored, chosen));
      onClose();
    },
  });
  const offered = (["drawing", "geofences", "gateways"] as const).filter((what) =>
    what === "drawing" ? stored !== null && isDrawnOn(stored) : stored !== null && mayMake[what],
  );
  return (
    <DialogForm
      form={form}
      title={t("sites.copy.title", { name: floor.name })}
      size={440}
      submit={t("sites.copy.confirm")}
      onClose={onClose}
    >
      <p>{t("sites.copy.text")}</p>
      <FormText path="name" label={t("sites.floor.name")} data-autofocus />
      <FormNumber path="level" label={t("sites.floor.level")} />
      {offered.map((what) => (
        <FormCheck
          key={what}
          path={what}
          label={t(`sites.copy.${what}`)}
          {...(what === "gateways" && form.values.gateways ? { hint: t("sites.copy.gatewaysHint") } : {})}
        />
      ))}
    </DialogForm>
  );
}
