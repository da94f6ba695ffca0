import { Button } from "@mantine/core";
import { checkReach, sendTestMessage } from "@pulse/contract/reach";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FormPage } from "../../form/FormPage.tsx";
import { FormSection } from "../../form/FormSection.tsx";
import { LoadingForm } from "../../form/LoadingForm.tsx";
import { useServices } from "../../services/services.tsx";
import { useTitle } from "../../shell/useTitle.ts";
import { NotLoaded } from "../../ui/NotLoaded.tsx";
import { ReachChecks } from "./ReachChecks.tsx";
import classes from "./ReachChecks.module.css";

/** `/reach`: whether people can be reached, for superadmins. */
export default function ReachPage() {
  const { t } = useTranslation();
  const { api } = useServices();
  useTitle(t("reach.title"));
  const reach = useQuery({
    queryKey: ["reach"],
    queryFn: () => api.call(checkReach, { query: { browserTime: new Date().toISOString() } }),
  });
  if (reach.isError) return <NotLoaded retry={() => void reach.refetch()} />;
  if (reach.data === undefined) return <LoadingForm crumbs={[]} />;
  return (
    <FormPage title={t("reach.title")}>
      <FormSection
        title={t("reach.checksTitle")}
        hint={t("reach.lead")}
        isBare
        actions={
          <Button variant="default" loading={reach.isFetching} onClick={() => void reach.refetch()}>
            {t("reach.again")}
          </Button>
        }
      >
        <div className={classes["card"]}>
          <ReachChecks reach={reach.data} onTest={(message) => api.call(sendTestMessage, { body: { message } })} />
        </div>
      </FormSection>
    </FormPage>
  );
}
