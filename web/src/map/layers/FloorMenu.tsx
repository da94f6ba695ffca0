import { Popover } from "@mantine/core";
import type { FloorPlan } from "@pulse/contract/sites";
import { IconSelector } from "@tabler/icons-react";
import { type ComponentProps, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./FloorMenu.module.css";
import { FloorSwitcher } from "./FloorSwitcher.tsx";

interface Props extends ComponentProps<typeof FloorSwitcher> {
  /** The floor chosen last. */
  floor: FloorPlan | null;
}

/** The floors behind one button with the open floor's full name, and its building if there are several. */
export function FloorMenu({ floor, ...switcher }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (floor === null || switcher.plans.length < 2) return null;
  const hasBuildings = switcher.plans.some(({ buildingId }) => buildingId !== floor.buildingId);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={208} trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={classes["button"]} onClick={() => setOpen(!isOpen)}>
          <b>{t("map.floors")}</b>
          <span>{floor.name}</span>
          {hasBuildings ? <small>{floor.buildingName}</small> : null}
          <IconSelector size={15} stroke={1.75} aria-hidden="true" />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0} mah="min(420px, 70dvh)" style={{ overflow: "auto" }} className={classes["list"] ?? ""}>
        <FloorSwitcher
          {...switcher}
          onChoose={(id) => {
            setOpen(false);
            switcher.onChoose(id);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
