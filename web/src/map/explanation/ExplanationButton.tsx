import { Button } from "@mantine/core";
import { IconHelp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../entity/useCan.ts";
import { useMe } from "../../session/person.api.ts";
import type { MapSelection } from "../model/useMapSelection.ts";

interface Props {
  page: Pick<MapSelection, "panel">;
  guid: string;
  isPlain?: boolean;
}

/** Opens the explanation of why an asset is where it is, for people with the developer tools. */
export function ExplanationButton({ page, guid, isPlain = false }: Props) {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const readsTrackers = useCan({ all: [{ area: "identifier_management", letter: "r" }] }) === true;
  if (!readsTrackers || !(me?.devToolEnabled === true || me?.isSuperadmin === true)) return null;
  const icon = <IconHelp size={isPlain ? 21 : 16} stroke={1.75} aria-hidden="true" />;
  const open = (): void => page.panel.open("why", guid);
  return isPlain ? (
    <button type="button" data-quiet onClick={open}>
      {icon}
      {t("why.title")}
    </button>
  ) : (
    <Button h={30} variant="default" leftSection={icon} onClick={open}>
      {t("why.title")}
    </Button>
  );
}
