import type { Endpoint } from "@pulse/contract/endpoint";
import type { ImportNoun } from "@pulse/contract/importHeaders";
import { IconUpload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DialogButton } from "../ui/DialogButton.tsx";
import { ImportDialog } from "./ImportDialog.tsx";

interface Props {
  siteId: string;
  /** Where the file is sent. */
  endpoint: Endpoint;
  noun: ImportNoun;
}

/** Opens the import of a table. */
export function ImportButton(props: Props) {
  const { t } = useTranslation();
  return (
    <DialogButton label={t("things.import.open")} icon={IconUpload}>
      {(close) => <ImportDialog {...props} onClose={close} />}
    </DialogButton>
  );
}
