import { Button } from "@mantine/core";
import { IconMap2 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { EntityPage } from "../entity/EntityPage.tsx";
import { useLetters } from "../entity/useLetters.ts";
import { DeleteSite } from "./DeleteSite.tsx";
import { SiteAttention } from "./SiteAttention.tsx";
import { SiteFacts } from "./SiteFacts.tsx";
import { SiteForms } from "./SiteForms.tsx";
import { SiteMqtt } from "./SiteMqtt.tsx";
import { sites } from "./sites.ts";
import { UnderlaySection } from "./UnderlaySection.tsx";

/** `/sites/:siteId/details`: one site with its settings, buildings, floors and plans. */
export default function SitePage() {
  const { t } = useTranslation();
  const { siteId = "" } = useParams();
  const can = useLetters(sites.area);
  return (
    <EntityPage
      noun={sites}
      id={siteId}
      // Deleting a site asks twice if it contains things, so it has its own card.
      isDeletable={() => false}
      facts={(site) => <SiteFacts site={site} />}
      actions={({ id }) => (
        <Button
          component={Link}
          to={`/sites/${id}/map`}
          variant="default"
          leftSection={<IconMap2 size={16} stroke={1.75} aria-hidden="true" />}
        >
          {t("sites.openMap")}
        </Button>
      )}
      aside={(site) => (
        <>
          <SiteMqtt site={site} mayReset={can.u} />
          {can.d ? <DeleteSite site={site} /> : null}
        </>
      )}
    >
      {(site, scope) =>
        site === null ? null : (
          <>
            <SiteAttention site={site} />
            <SiteForms site={site} scope={scope} />
            <UnderlaySection site={site} mayChange={can.u} />
          </>
        )
      }
    </EntityPage>
  );
}
