import type { Hardware } from "@pulse/contract/gateways";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { QrCode } from "../ui/QrCode.tsx";
import classes from "./LabelSheet.module.css";

interface Props {
  /** Empty: nobody has asked. */
  gateways: readonly Hardware[];
  onClose(): void;
}

/** Labels of gateways to print: name, MAC address and location, and a code that opens the gateway's page. */
export function LabelSheet({ gateways, onClose }: Props) {
  const { t } = useTranslation();
  if (gateways.length === 0) return null;
  return (
    <>
      <ConfirmDialog
        isOpen
        title={t("gateways.labels.title", { count: gateways.length })}
        text={t("gateways.labels.text")}
        confirm={t("gateways.labels.print")}
        onConfirm={() => window.print()}
        onClose={onClose}
      />
      {createPortal(
        <div className={classes["sheet"]} data-print-sheet aria-hidden="true">
          {gateways.map(({ id, siteId, name, mac, location }) => (
            <div key={id} className={classes["label"]}>
              <QrCode
                text={`${window.location.origin}/sites/${siteId}/devices/gateways/${id}`}
                label={t("gateways.labels.code", { name })}
              />
              <div>
                <b>{name}</b>
                <code>{mac}</code>
                <span>{location}</span>
              </div>
            </div>
          ))}
        </div>,
        document.body,
      )}
    </>
  );
}
