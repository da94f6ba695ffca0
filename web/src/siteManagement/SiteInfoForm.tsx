import type { Site } from "@pulse/contract/sites";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { MqttDialog } from "../customers/MqttDialog.tsx";
import { hrefOf, type Scope } from "../entity/Scope.ts";
import { EntityForm } from "../form/EntityForm.tsx";
import { SaveBar } from "../form/SaveBar.tsx";
import { SiteInfoSections } from "./SiteInfoSections.tsx";
import { sites } from "./sites.ts";
import { useSiteInfo } from "./useSiteInfo.ts";

/** The details of a new site. Its buildings and floors follow on its own page. */
export function SiteInfoForm({ scope }: { scope: Scope }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [created, setCreated] = useState<Site | null>(null);
  const form = useSiteInfo(null, scope, setCreated);
  const goOn = async (site: Site): Promise<void> => {
    // Only people who may enter the site can open its page, and the list of such sites is cached.
    await queries.refetchQueries({ queryKey: ["accessibleSites"] });
    await navigate(hrefOf(sites, scope, site.id), { replace: true });
  };
  return (
    <>
      <EntityForm form={form}>
        <SiteInfoSections site={null} />
        <SaveBar isSticky save={t("sites.create")} />
      </EntityForm>
      {created === null ? null : (
        <MqttDialog
          title={t("customers.mqtt.madeTitle", { name: created.name })}
          credentials={{
            mqttGuid: created.guid,
            mqttUsername: created.username,
            mqttPassword: created.password ?? "",
            subscribeTopics: [],
          }}
          onClose={() => void goOn(created)}
        />
      )}
    </>
  );
}
