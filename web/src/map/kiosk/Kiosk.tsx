import { pageNeeds } from "@pulse/contract/access";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { RequireAccess } from "../../entity/RequireAccess.tsx";
import { useTitle } from "../../shell/useTitle.ts";
import { NotLoaded } from "../../ui/NotLoaded.tsx";
import { Page } from "../../ui/Page.tsx";
import { useNewVersion } from "./useNewVersion.ts";
import { useWakeLock } from "./useWakeLock.ts";
import { useKioskSlides } from "./useKioskSlides.ts";
import { readKiosk, type KioskChoice } from "./kioskAddress.ts";
import { KioskSetUp } from "./KioskSetUp.tsx";
import { KioskMap } from "./KioskMap.tsx";

/** `/wall`: floors in turn on an unattended screen; if the address names none, the page to choose them. */
export default function Kiosk() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const text = search.toString();
  const choice = useMemo(() => readKiosk(new URLSearchParams(text)), [text]);
  useTitle(t("wall.title"));
  return (
    <RequireAccess needs={pageNeeds.map}>
      {choice === null ? <KioskSetUp /> : <Running choice={choice} />}
    </RequireAccess>
  );
}

function Running({ choice }: { choice: KioskChoice }) {
  const { t } = useTranslation();
  const { slides, isError } = useKioskSlides(choice);
  useNewVersion(() => window.location.reload());
  useWakeLock();
  if (slides === null) return isError ? <NotLoaded retry={() => window.location.reload()} /> : null;
  if (slides.length > 0) return <KioskMap slides={slides} everySeconds={choice.seconds} />;
  return (
    <Page title={t("wall.nothing")} text={t("wall.nothingWhy")}>
      <Link to="/wall">{t("wall.choose")}</Link>
    </Page>
  );
}
