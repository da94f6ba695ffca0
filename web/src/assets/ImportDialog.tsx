import type { Endpoint } from "@pulse/contract/endpoint";
import type { ImportReport } from "@pulse/contract/imports";
import { importColumns, type ImportNoun } from "@pulse/contract/importHeaders";
import { limits } from "@pulse/contract/limits";
import type { PageMetadata } from "@pulse/contract/page";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FileChoice, FileDialog } from "../form/FileDialog.tsx";
import { useServices } from "../services/services.tsx";
import { asItIs, type ImportChoice, choiceQuery } from "./importChoice.ts";
import { ImportFaults } from "./ImportFaults.tsx";
import { ImportPreview } from "./ImportPreview.tsx";
import preview from "./ImportPreview.module.css";
import { ImportProgress } from "./ImportProgress.tsx";
import { ImportReading } from "./ImportReading.tsx";
import { ImportTemplate } from "./ImportTemplate.tsx";
import { useImport } from "./useImport.ts";

interface Props {
  siteId: string;
  noun: ImportNoun;
  endpoint: Endpoint;
  onClose(): void;
}

interface Looked {
  content: ImportReport;
  metadata: PageMetadata;
}

/**
 * Checks a file first, shows its errors row by row, and imports it once there are none. Then it says what was created, which
 * can be undone as a whole while the dialog is open.
 */
export function ImportDialog({ siteId, noun, endpoint, onClose }: Props) {
  const { t } = useTranslation();
  const { importing, report, undoing } = useImport(endpoint, siteId);
  return (
    <FileDialog title={t("things.import.title")} isWide={report === undefined} onClose={onClose}>
      {report === undefined ? (
        <FileLookedAt {...{ siteId, noun, endpoint, onClose, importing }} />
      ) : (
        <ImportProgress report={report} undoing={undoing} onClose={onClose} />
      )}
    </FileDialog>
  );
}

/** The file, the result of its check, and the button that imports it. */
function FileLookedAt(props: Props & Pick<ReturnType<typeof useImport>, "importing">) {
  const { siteId, noun, endpoint, onClose, importing } = props;
  const { t } = useTranslation();
  const { api } = useServices();
  const [file, setFile] = useState<File | null>(null);
  const [choice, setChoice] = useState<ImportChoice>(asItIs);
  const [looked, setLooked] = useState<Looked | undefined>(undefined);
  const looking = useMutation({
    mutationFn: async ({ chosen, reading }: { chosen: File; reading: ImportChoice }) =>
      (await api.page(endpoint, {
        query: { siteId, dryRun: true, status: "error", ...choiceQuery(reading) },
        files: new Map([["file", chosen]]),
      })) as Looked,
    // While a file is looked into again, what was found before stays.
    onSuccess: setLooked,
    onError: () => setLooked(undefined),
  });
  const isTooLarge = (file?.size ?? 0) > limits.importBytes;
  const look = (chosen: File, reading: ImportChoice): void => {
    setChoice(reading);
    importing.reset();
    // The server would also refuse a larger file, but only after much of it has arrived.
    if (chosen.size <= limits.importBytes) looking.mutate({ chosen, reading });
  };
  const choose = (chosen: File): void => {
    setFile(chosen);
    setLooked(undefined);
    look(chosen, asItIs);
  };
  const change = (changed: Partial<ImportChoice>): void => {
    if (file !== null) look(file, { ...choice, ...changed });
  };
  const report = looked?.content;
  const columns = importColumns[noun].map((column) => t(`things.import.columns.${column}`)).join(", ");
  return (
    <FileChoice
      text={t("things.import.text", { columns })}
      accept=".csv,.tsv,.txt,.xlsx,.ods,text/csv"
      choose={t("things.import.choose")}
      file={file}
      isLooking={looking.isPending}
      onFile={choose}
      beside={<ImportTemplate noun={noun} />}
      error={looking.error ?? importing.error}
      take={t("things.import.do")}
      isFit={report?.state === "done" && !looking.isPending}
      isTaking={importing.isPending}
      onTake={(chosen) => importing.mutate({ file: chosen, choice })}
      onClose={onClose}
    >
      {isTooLarge ? (
        <p role="alert">{t("things.import.tooLarge", { max: limits.importBytes / 1024 / 1024 })}</p>
      ) : (
        <>
          {report === undefined || report.file === null ? null : (
            <>
              <ImportPreview file={report.file} isBusy={looking.isPending} onChoice={change} />
              <ImportReading
                noun={noun}
                report={{ ...report, file: report.file }}
                choice={choice}
                isBusy={looking.isPending}
                onChoice={change}
              />
            </>
          )}
          {(report?.file?.missing ?? []).length > 0 ? null : <Found looked={looked} />}
        </>
      )}
    </FileChoice>
  );
}

function Found({ looked }: { looked: Looked | undefined }) {
  const { t } = useTranslation();
  if (looked === undefined) return null;
  const { content: report, metadata } = looked;
  const faulty = report.rows.filter(({ status }) => status === "error");
  return (
    <>
      <p role="status" className={preview["found"]}>
        {faulty.length === 0
          ? report.updated > 0
            ? t("things.import.fineUpdate", { created: report.created, updated: report.updated })
            : t("things.import.fine", { count: report.created })
          : t("things.import.faulty", { count: metadata.totalCount })}
      </p>
      {report.checked < report.total ? (
        <p>{t("things.import.unchecked", { checked: report.checked, total: report.total })}</p>
      ) : null}
      <ImportFaults rows={faulty} />
    </>
  );
}
