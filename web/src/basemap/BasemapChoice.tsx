import { Radio, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useBasemap } from "./basemapChoice.ts";

/** The choice between the street map and our own ground. */
export default function BasemapChoice() {
  const { t } = useTranslation();
  const { basemap, choose } = useBasemap();
  return (
    <Radio.Group size="sm" label={t("basemap.label")} value={basemap} onChange={(next) => choose(next)}>
      <Stack gap={6} mt={6}>
        <Radio size="sm" value="street" label={t("basemap.street")} />
        <Radio size="sm" value="bundled" label={t("basemap.bundled")} />
      </Stack>
    </Radio.Group>
  );
}
