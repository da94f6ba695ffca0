import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { QrCode } from "../ui/QrCode.tsx";
import classes from "./LabelSheet.module.css";

/** A label to print for one thing. */
export interface Label {
  key: string;
  /** The path of the page that its code opens. */
  path: string;
  name: string;
  /** Its address or number, in the mono face; null: it has none. */
  code: string | null;
  /** A line below: its place or its type. */
  line: string;
}

interface Props {
  /** Empty: nobody has asked. */
  labels: readonly Label[];
  onClose(): void;
}

/** Labels to print: name, address and a line, and a code that opens the thing's page. */
export function LabelSheet({ labels, onClose }: Props) {
  const { t } = useTranslation();
  if (labels.length === 0) return null;
  return (
    <>
      <ConfirmDialog
        isOpen
        title={t("entity.labels.title", { count: labels.length })}
        text={t("entity.labels.text")}
        confirm={t("entity.labels.print")}
        onConfirm={() => window.print()}
        onClose={onClose}
      />
      {createPortal(
        <div className={classes["sheet"]} data-print-sheet aria-hidden="true">
          {labels.map(({ key, path, name, code, line }) => (
            <div key={key} className={classes["label"]}>
              <QrCode text={`${window.location.origin}${path}`} label={t("entity.labels.code", { name })} />
              <div>
                <b>{name}</b>
                {code === null ? null : <code>{code}</code>}
                <span>{line}</span>
              </div>
            </div>
          ))}
        </div>,
        document.body,
      )}
    </>
  );
}
