import { Button, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { dialogClasses } from "../form/dialogClasses.ts";
import { useSingleKeys } from "../shell/singleKeys.ts";
import classes from "./KeySheet.module.css";

/** The keys by where they work. Those of a single letter do nothing once they are switched off. */
const groups = [
  {
    where: "everywhere",
    keys: [
      { does: "search", press: ["Ctrl K", "/"] },
      { does: "sheet", press: ["?"] },
      { does: "close", press: ["Esc"] },
    ],
  },
  {
    where: "map",
    keys: [
      { does: "nextAsset", press: ["J"] },
      { does: "previousAsset", press: ["K"] },
      { does: "alongList", press: ["↑", "↓"] },
      { does: "intoCard", press: ["Enter"] },
      { does: "levelBack", press: ["Esc"] },
    ],
  },
  {
    where: "lists",
    keys: [
      { does: "toRows", press: ["J", "K"] },
      { does: "rows", press: ["↑", "↓"] },
      { does: "ends", press: ["Home", "End"] },
      { does: "open", press: ["Enter"] },
      { does: "select", press: ["Space"] },
    ],
  },
  {
    where: "drawing",
    keys: [
      { does: "finish", press: ["Enter"] },
      { does: "point", press: ["Backspace"] },
      { does: "undo", press: ["Ctrl Z"] },
    ],
  },
] as const;

/** Every key that does something, and whether single ones do. */
export function KeySheet({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const [isOn, choose] = useSingleKeys();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("frame.keys.title")}
      centered
      size={440}
      radius="xl"
      closeButtonProps={{ "aria-label": t("card.close") }}
      classNames={dialogClasses}
    >
      {groups.map(({ where, keys }) => (
        <section key={where} className={classes["group"]}>
          <h3>{t(`frame.keys.where.${where}`)}</h3>
          <dl>
            {keys.map(({ does, press }) => (
              <div key={does}>
                <dt>{t(`frame.keys.does.${does}`)}</dt>
                <dd>
                  {press.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <div className={classes["single"]}>
        <span>{t(isOn ? "frame.keys.singleOn" : "frame.keys.singleOff")}</span>
        <Button size="xs" variant="default" onClick={() => choose(!isOn)}>
          {t(isOn ? "frame.keys.turnOff" : "frame.keys.turnOn")}
        </Button>
      </div>
    </Modal>
  );
}
