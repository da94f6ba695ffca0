import { Popover } from "@mantine/core";
import { type ComponentProps, useState } from "react";
import { FloorButton } from "./FloorButton.tsx";
import classes from "./FloorMenu.module.css";
import { FloorSwitcher } from "./FloorSwitcher.tsx";

interface Props extends ComponentProps<typeof FloorSwitcher> {
  /** The floor chosen last. */
  floor: ComponentProps<typeof FloorButton>["floor"];
}

/** The floors behind one button. */
export function FloorMenu({ floor, ...switcher }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (floor === null || switcher.plans.length < 2) return null;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={208} trapFocus returnFocus>
      <Popover.Target>
        <FloorButton floor={floor} plans={switcher.plans} onClick={() => setOpen(!isOpen)} />
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
