import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useField } from "../form/FormContext.ts";
import { FormSection } from "../form/FormSection.tsx";
import { useRoles } from "./access.api.ts";
import { predefinedName } from "./predefinedName.ts";
import { cellsOf, copied } from "./rightsCells.ts";
import { RightsMatrix } from "./RightsMatrix.tsx";
import { onlyGrantable, type Grantable } from "./useGrantable.ts";

interface Props {
  customerId: string | null;
  grantable: Grantable;
  isNew: boolean;
}

/** A role's permissions: their number, a menu to copy another role's, and the matrix. */
export function RightsField({ customerId, grantable, isNew }: Props) {
  const { t } = useTranslation();
  const { data: roles } = useRoles(customerId);
  const count = (value: unknown): string =>
    t("access.rights.count", { count: (value as string[]).length, all: grantable.operations.length });
  const field = useField("operationIds", { label: t("access.roles.rights"), show: count });
  const chosen = field.value as string[];
  // After a switch to another customer, only what can be granted there stays chosen.
  const grantedIds = isNew ? onlyGrantable(grantable, chosen) : chosen;
  const cells = cellsOf(grantable, grantedIds);
  const set = (ids: readonly string[]): void =>
    // In a fixed order, so that undoing a change by hand leaves the form unchanged.
    field.set(grantable.operations.map(({ id }) => id).filter((id) => ids.includes(id)));
  return (
    <FormSection
      title={t("access.roles.rights")}
      hint={count(grantedIds)}
      {...(field.isReadOnly
        ? {}
        : {
            actions: (
              <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
                <Menu.Target>
                  <Button
                    variant="default"
                    rightSection={<IconChevronDown size={15} stroke={1.75} aria-hidden="true" />}
                  >
                    {t("access.roles.startFrom")}
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {(roles ?? []).map(({ id, name, operations }) => (
                    <Menu.Item key={id} onClick={() => set(copied(cells, operations))}>
                      {predefinedName(name)}
                    </Menu.Item>
                  ))}
                  <Menu.Divider />
                  <Menu.Item onClick={() => set(copied(cells, []))}>{t("access.rights.none")}</Menu.Item>
                </Menu.Dropdown>
              </Menu>
            ),
          })}
    >
      <RightsMatrix cells={cells} isReadOnly={field.isReadOnly} grantedIds={grantedIds} onChange={set} />
      {field.error === null ? null : (
        <p role="alert" data-field="operationIds">
          {field.error}
        </p>
      )}
    </FormSection>
  );
}
