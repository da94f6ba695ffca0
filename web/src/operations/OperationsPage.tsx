import { Button } from "@mantine/core";
import type { SystemOperations } from "@pulse/contract/operations";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/apiError.ts";
import { FormPage } from "../form/FormPage.tsx";
import { LoadingForm } from "../form/LoadingForm.tsx";
import { useTitle } from "../shell/useTitle.ts";
import { durationText } from "../time/ageText.ts";
import { NotLoaded } from "../ui/NotLoaded.tsx";
import { Answer } from "./Answer.tsx";
import { BackupCard } from "./BackupCard.tsx";
import { Certificates } from "./Certificates.tsx";
import { ColdMonths } from "./ColdMonths.tsx";
import { Disk } from "./Disk.tsx";
import { useOperations } from "./operations.api.ts";
import { FailedMessages } from "./FailedMessages.tsx";
import { Parts } from "./Parts.tsx";
import { Queues } from "./Queues.tsx";
import { Warnings } from "./Warnings.tsx";

/** A process with all of them is the whole installation. */
const allRoles = 4;

/** `/operations`: how this installation runs, for superadmins. */
export default function OperationsPage() {
  const { t } = useTranslation();
  useTitle(t("operations.title"));
  const { data: operations, error, refetch } = useOperations();
  if (operations === undefined) {
    if (error === null) return <LoadingForm crumbs={[]} />;
    const isAway = error instanceof ApiError && error.status === 503;
    return (
      <NotLoaded
        {...(isAway ? { title: t("operations.answer.noDatabase"), text: t("operations.answer.readyz") } : {})}
        retry={() => void refetch()}
      />
    );
  }
  const { at, parts, queues, disk, backup, certificates, warnings } = operations;
  return (
    <FormPage
      title={t("operations.title")}
      actions={
        <Button variant="default" onClick={() => void refetch()}>
          {t("operations.again")}
        </Button>
      }
      facts={<ProcessFacts operations={operations} />}
      aside={
        <>
          <BackupCard backup={backup} />
          <Certificates certificates={certificates} />
        </>
      }
    >
      <Answer operations={operations} error={error} />
      <Parts parts={parts} nowMs={Date.parse(at)} />
      <Queues queues={queues} />
      <FailedMessages />
      <Disk disk={disk} />
      {disk.coldMonths === null ? null : <ColdMonths cold={disk.coldMonths} />}
      <Warnings warnings={warnings} />
    </FormPage>
  );
}

function ProcessFacts({ operations }: { operations: SystemOperations }) {
  const { t } = useTranslation();
  const { version, commit, runningS, process } = operations;
  const roles = process.roles.join(", ");
  return (
    <>
      <span>
        {commit === null ? t("operations.version", { version }) : t("operations.versionOf", { version, commit })}
      </span>
      <span>{t("operations.running", { duration: durationText(runningS) })}</span>
      {process.roles.length === allRoles ? null : <span>{t("operations.process", { host: process.host, roles })}</span>}
    </>
  );
}
