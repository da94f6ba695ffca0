import { Button, FileButton, Modal } from "@mantine/core";
import type { Endpoint } from "@pulse/contract/endpoint";
import type { ImportReport } from "@pulse/contract/imports";
import { limits } from "@pulse/contract/limits";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { dialogClasses } from "../form/dialogClasses.ts";
import { Refusal } from "../form/Refusal.tsx";
import { useServices } from "../services.tsx";
import { saveCsv } from "../table/csv.ts";
import { ImportFaults } from "./ImportFaults.tsx";
import { ImportProgress } from "./ImportProgress.tsx";
import classes from "./Things.module.css";
import { useImport } from "./useImport.ts";

interface Props {
  siteId: string;
  endpoint: Endpoint;
  columns: readonly string[];
  onClose(): void;
}

/**
 * Looks at a file first, shows what is wrong with it row by row, and imports it once nothing is. Then it says what was
 * made, which can be taken back as a whole for as long as the dialog is open.
 */
export function ImportDialog({ siteId, endpoint, columns, onClose }: Props) {
  const { t } = useTranslation();
  const { importing, report, undoing } = useImport(endpoint, siteId);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("things.import.title")}
      centered
      size={620}
      radius="xl"
      withCloseButton={false}
      classNames={dialogClasses}
    >
      {report === undefined ? (
        <FileLookedAt {...{ siteId, endpoint, columns, onClose, importing }} />
      ) : (
        <ImportProgress report={report} undoing={undoing} onClose={onClose} />
      )}
    </Modal>
  );
}

/** The file, what would become of it, and the button that imports it. */
function FileLookedAt(props: Props & Pick<ReturnType<typeof useImport>, "importing">) {
  const { siteId, endpoint, columns, onClose, importing } = props;
  const { t } = useTranslation();
  const { api } = useServices();
  const [file, setFile] = useState<File | null>(null);
  const looking = useMutation({
    mutationFn: async (given: File) =>
      (await api.call(endpoint, {
        query: { siteId, dryRun: true },
        files: new Map([["file", given]]),
      })) as ImportReport,
  });
  const isTooLarge = (file?.size ?? 0) > limits.importBytes;
  const choose = (given: File | null): void => {
    setFile(given);
    looking.reset();
    // The server would refuse a larger one too, but only once much of it has arrived.
    if (given !== null && given.size <= limits.importBytes) looking.mutate(given);
  };
  return (
    <>
      <p>{t("things.import.text", { columns: columns.join(", ") })}</p>
      <div className={classes["choose"]}>
        <FileButton accept=".csv,text/csv" onChange={choose}>
          {(given) => (
            <Button {...given} variant="default" loading={looking.isPending}>
              {file?.name ?? t("things.import.choose")}
            </Button>
          )}
        </FileButton>
        <Button variant="subtle" color="gray" onClick={() => saveCsv("template.csv", `${columns.join(",")}\r\n`)}>
          {t("things.import.template")}
        </Button>
      </div>
      <Refusal error={looking.error ?? importing.error} entity="" />
      {isTooLarge ? (
        <p role="alert">{t("things.import.tooLarge", { max: limits.importBytes / 1024 / 1024 })}</p>
      ) : (
        <Found report={looking.data} />
      )}
      <div className={classes["end"]}>
        <Button variant="default" onClick={onClose}>
          {t("form.cancel")}
        </Button>
        <Button
          disabled={looking.data?.state !== "done"}
          loading={importing.isPending}
          onClick={() => {
            if (file !== null) importing.mutate(file);
          }}
        >
          {t("things.import.do")}
        </Button>
      </div>
    </>
  );
}

function Found({ report }: { report: ImportReport | undefined }) {
  const { t } = useTranslation();
  if (report === undefined) return null;
  const faulty = report.rows.filter(({ status }) => status === "error");
  return (
    <>
      <p role="status">
        {faulty.length === 0
          ? t("things.import.fine", { count: report.created })
          : t("things.import.faulty", { count: faulty.length })}
      </p>
      <ImportFaults rows={faulty} />
    </>
  );
}
