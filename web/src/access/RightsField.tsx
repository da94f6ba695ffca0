import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useField } from "../form/FormContext.ts";
import { FormSection } from "../form/FormSection.tsx";
import { useRoles } from "./access.api.ts";
import { cellsOf, copied } from "./rightsCells.ts";
import { RightsMatrix } from "./RightsMatrix.tsx";
import { among, type Giveable } from "./useGiveable.ts";

interface Props {
  customerId: string;
  giveable: Giveable;
  isNew: boolean;
}

/** The section of a role's rights: how many they are, another role to start from, and the matrix. */
export function RightsField({ customerId, giveable, isNew }: Props) {
  const { t } = useTranslation();
  const { data: roles } = useRoles(customerId);
  const count = (value: unknown): string =>
    t("access.rights.count", { count: (value as string[]).length, all: giveable.operations.length });
  const field = useField("operationIds", { label: t("access.roles.rights"), show: count });
  const chosen = field.value as string[];
  // What was chosen for a customer that has it is given only where it can be.
  const given = isNew ? among(giveable, chosen) : chosen;
  const cells = cellsOf(giveable, given);
  const set = (ids: readonly string[]): void =>
    // In one order, so that what was taken back is unchanged again.
    field.set(giveable.operations.map(({ id }) => id).filter((id) => ids.includes(id)));
  return (
    <FormSection
      title={t("access.roles.rights")}
      hint={count(given)}
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
                      {name}
                    </Menu.Item>
                  ))}
                  <Menu.Divider />
                  <Menu.Item onClick={() => set(copied(cells, []))}>{t("access.rights.none")}</Menu.Item>
                </Menu.Dropdown>
              </Menu>
            ),
          })}
    >
      <RightsMatrix cells={cells} isReadOnly={field.isReadOnly} given={given} onChange={set} />
      {field.fault === null ? null : <p role="alert">{field.fault}</p>}
    </FormSection>
  );
}
