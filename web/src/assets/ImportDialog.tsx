import { Button } from "@mantine/core";
import type { Endpoint } from "@pulse/contract/endpoint";
import type { ImportReport } from "@pulse/contract/imports";
import { limits } from "@pulse/contract/limits";
import type { PageMetadata } from "@pulse/contract/page";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FileChoice, FileDialog } from "../form/FileDialog.tsx";
import { useServices } from "../services/services.tsx";
import { saveCsv } from "../table/csv.ts";
import { ImportFaults } from "./ImportFaults.tsx";
import { ImportProgress } from "./ImportProgress.tsx";
import { useImport } from "./useImport.ts";

interface Props {
  siteId: string;
  endpoint: Endpoint;
  columns: readonly string[];
  onClose(): void;
}

/**
 * Checks a file first, shows its errors row by row, and imports it once there are none. Then it says what was created, which
 * can be undone as a whole while the dialog is open.
 */
export function ImportDialog({ siteId, endpoint, columns, onClose }: Props) {
  const { t } = useTranslation();
  const { importing, report, undoing } = useImport(endpoint, siteId);
  return (
    <FileDialog title={t("things.import.title")} onClose={onClose}>
      {report === undefined ? (
        <FileLookedAt {...{ siteId, endpoint, columns, onClose, importing }} />
      ) : (
        <ImportProgress report={report} undoing={undoing} onClose={onClose} />
      )}
    </FileDialog>
  );
}

/** The file, the result of its check, and the button that imports it. */
function FileLookedAt(props: Props & Pick<ReturnType<typeof useImport>, "importing">) {
  const { siteId, endpoint, columns, onClose, importing } = props;
  const { t } = useTranslation();
  const { api } = useServices();
  const [file, setFile] = useState<File | null>(null);
  const looking = useMutation({
    mutationFn: async (chosen: File) =>
      (await api.page(endpoint, {
        query: { siteId, dryRun: true, status: "error" },
        files: new Map([["file", chosen]]),
      })) as { content: ImportReport; metadata: PageMetadata },
  });
  const isTooLarge = (file?.size ?? 0) > limits.importBytes;
  const choose = (chosen: File): void => {
    setFile(chosen);
    looking.reset();
    // The server would also refuse a larger file, but only after much of it has arrived.
    if (chosen.size <= limits.importBytes) looking.mutate(chosen);
  };
  return (
    <FileChoice
      text={t("things.import.text", { columns: columns.join(", ") })}
      accept=".csv,text/csv"
      choose={t("things.import.choose")}
      file={file}
      isLooking={looking.isPending}
      onFile={choose}
      beside={
        <Button variant="subtle" color="gray" onClick={() => saveCsv("template.csv", `${columns.join(",")}\r\n`)}>
          {t("things.import.template")}
        </Button>
      }
      error={looking.error ?? importing.error}
      take={t("things.import.do")}
      isFit={looking.data?.content.state === "done"}
      isTaking={importing.isPending}
      onTake={importing.mutate}
      onClose={onClose}
    >
      {isTooLarge ? (
        <p role="alert">{t("things.import.tooLarge", { max: limits.importBytes / 1024 / 1024 })}</p>
      ) : (
        <Found looked={looking.data} />
      )}
    </FileChoice>
  );
}

function Found({ looked }: { looked: { content: ImportReport; metadata: PageMetadata } | undefined }) {
  const { t } = useTranslation();
  if (looked === undefined) return null;
  const { content: report, metadata } = looked;
  const faulty = report.rows.filter(({ status }) => status === "error");
  return (
    <>
      <p role="status">
        {faulty.length === 0
          ? t("things.import.fine", { count: report.created })
          : t("things.import.faulty", { count: metadata.totalCount })}
      </p>
      {report.checked < report.total ? (
        <p>{t("things.import.unchecked", { checked: report.checked, total: report.total })}</p>
      ) : null}
      <ImportFaults rows={faulty} />
    </>
  );
}
