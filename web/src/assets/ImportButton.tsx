import { Button } from "@mantine/core";
import type { Endpoint } from "@pulse/contract/endpoint";
import type { ImportNoun } from "@pulse/contract/importHeaders";
import { IconUpload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
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
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUpload size={16} stroke={1.75} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t("things.import.open")}
      </Button>
      {isOpen ? <ImportDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
