import { Drawer } from "@mantine/core";
import { type ComponentProps, useState } from "react";
import { useTranslation } from "react-i18next";
import { FloorButton } from "./FloorButton.tsx";
import classes from "./FloorMenu.module.css";
import { FloorSwitcher } from "./FloorSwitcher.tsx";

interface Props extends ComponentProps<typeof FloorSwitcher> {
  /** The floor chosen last. */
  floor: ComponentProps<typeof FloorButton>["floor"];
}

/** A phone's floors: a sheet from below with the buildings as heads. */
export function FloorSheet({ floor, ...switcher }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <FloorButton floor={floor} plans={switcher.plans} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        position="bottom"
        title={t("map.floors")}
        closeButtonProps={{ "aria-label": t("card.close"), size: 44, iconSize: 20 }}
        classNames={{
          content: classes["sheet"] ?? "",
          header: classes["sheetHead"] ?? "",
          title: classes["sheetTitle"] ?? "",
          body: classes["sheetBody"] ?? "",
        }}
      >
        <FloorSwitcher
          {...switcher}
          onChoose={(id) => {
            setOpen(false);
            switcher.onChoose(id);
          }}
        />
      </Drawer>
    </>
  );
}
