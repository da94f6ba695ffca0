import { Button } from "@mantine/core";
import { IconMap2 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

/** A link to a thing on its site's map, for the head of the thing's page. */
export function ShowOnMap({ to }: { to: string }) {
  const { t } = useTranslation();
  return (
    <Button
      component={Link}
      to={to}
      variant="default"
      leftSection={<IconMap2 size={16} stroke={1.75} aria-hidden="true" />}
    >
      {t("things.showOnMap")}
    </Button>
  );
}
