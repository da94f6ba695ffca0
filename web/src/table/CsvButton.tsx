import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

/** Saves the list below it; shows a spinner while `saving`. */
export function CsvButton({ saving, onSave }: { saving: boolean; onSave: () => void }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="subtle"
      color="gray"
      aria-label={t("table.csvOf")}
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
      loading={saving}
      onClick={onSave}
    >
      {t("table.csv")}
    </Button>
  );
}
