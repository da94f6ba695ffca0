import { IconHelp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../entity/useCan.ts";
import { useMe } from "../../shell/person.api.ts";
import { CardAction } from "../cards/CardAction.tsx";
import type { MapSelection } from "../model/useMapSelection.ts";

interface Props {
  page: Pick<MapSelection, "panel">;
  guid: string;
  isCompact?: boolean;
}

/** Opens the explanation of why an asset is where it is, for people with the developer tools. */
export function ExplanationButton({ page, guid, isCompact = false }: Props) {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const readsTrackers = useCan({ all: [{ area: "identifier_management", letter: "r" }] }) === true;
  if (!readsTrackers || !(me?.devToolEnabled === true || me?.isSuperadmin === true)) return null;
  const open = (): void => page.panel.open("why", guid);
  return <CardAction icon={IconHelp} text={t("why.title")} isCompact={isCompact} onClick={open} />;
}
