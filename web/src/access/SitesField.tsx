import { MultiSelect } from "@mantine/core";
import type { Ref } from "@pulse/contract/fields";
import type { z } from "zod";
import { useTranslation } from "react-i18next";
import { useAccessibleSites } from "../sites/sites.api.ts";
import { useField } from "../form/FormContext.ts";
import { FormField } from "../form/FormField.tsx";
import { inputProps } from "../form/TextFields.tsx";

interface Props {
  /** The group's sites as stored: the editing person may not have access to all of them. */
  stored: readonly z.infer<typeof Ref>[];
  customerId: string | null;
}

/** The sites of a group, found by typing. */
export function SitesField({ stored, customerId }: Props) {
  const { t, i18n } = useTranslation();
  const { data: accessible } = useAccessibleSites();
  const own = (accessible ?? []).filter((site) => site.customerId === customerId);
  const sites = [...own, ...stored.filter(({ id }) => !own.some((site) => site.id === id))].toSorted((a, b) =>
    a.name.localeCompare(b.name, i18n.language, { numeric: true }),
  );
  const nameOf = (id: string): string => sites.find((site) => site.id === id)?.name ?? "";
  const label = t("access.groups.sites");
  const field = useField("siteIds", {
    label,
    show: (value) => (value as string[]).map(nameOf).join(", ") || t("form.none"),
  });
  const chosen = field.value as string[];
  return (
    <FormField path="siteIds" label={label} field={field} isWide>
      <MultiSelect
        {...inputProps({ path: "siteIds", label, hint: t("access.groups.sitesHint") }, field.error)}
        data={sites.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onChange={field.set}
        onBlur={field.leave}
        placeholder={chosen.length === 0 ? t("access.groups.findSite") : ""}
        searchable
        hidePickedOptions
        nothingFoundMessage={t("access.groups.noSite")}
        withScrollArea={false}
        styles={{ options: { maxHeight: 264, overflowY: "auto" } }}
      />
    </FormField>
  );
}
