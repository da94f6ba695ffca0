import { Button, Popover, Select } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/errorText.ts";
import { inputClasses } from "../form/inputClasses.ts";
import { useServices } from "../services/services.tsx";
import { saveCsv } from "../table/csv.ts";
import classes from "./Dates.module.css";
import { allZones, keepZone, lastZone } from "./zones.ts";

interface Props {
  /** The address of the file with its times in this zone. */
  pathOf(zone: string): string;
}

/** Saves a file from the server with its times in a zone that the reader chooses. The choice is remembered. */
export function ZonedCsv({ pathOf }: Props) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const [isOpen, setOpen] = useState(false);
  const [zone, setZone] = useState(() => lastZone(localStorage));
  const saving = useMutation({
    mutationFn: async () => {
      const file = await api.bytes(pathOf(zone));
      saveCsv(file.name, file);
    },
    onSuccess: () => {
      keepZone(localStorage, zone);
      setOpen(false);
    },
    onError: (error) => snackbars.error(errorText(error)),
  });
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
          onClick={() => setOpen(!isOpen)}
        >
          {t("table.csv")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("table.csv")}>
        <div className={classes["file"]}>
          <Select
            classNames={inputClasses}
            label={t("dates.zone")}
            data={allZones()}
            value={zone}
            allowDeselect={false}
            searchable
            limit={60}
            comboboxProps={{ withinPortal: false }}
            onChange={(next) => {
              if (next !== null) setZone(next);
            }}
          />
          <Button loading={saving.isPending} onClick={() => saving.mutate()}>
            {t("dates.save")}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
