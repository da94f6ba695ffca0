import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import { IconColumns3, IconLineHeight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Column } from "./Column.ts";
import { densities, type Density, type TableLook } from "./useTableLook.ts";

interface Props<Row> {
  look: TableLook;
  columns: readonly Column<Row>[];
}

/** How dense the rows are, and which columns are shown. */
export function LookMenus<Row>({ look, columns }: Props<Row>) {
  const { t } = useTranslation();
  const choice = columns.slice(1).filter(({ isHideable }) => isHideable !== false);
  const visible = choice.filter(({ key }) => !look.isHidden(key)).map(({ key }) => key);
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Tooltip label={t("table.density")}>
          <span>
            <Menu.Target>
              <ActionIcon aria-label={t("table.density")}>
                <IconLineHeight size={17} stroke={1.75} aria-hidden="true" />
              </ActionIcon>
            </Menu.Target>
          </span>
        </Tooltip>
        <Menu.Dropdown>
          <Menu.Label>{t("table.density")}</Menu.Label>
          <Menu.RadioGroup value={look.density} onChange={(density) => look.setDensity(density as Density)}>
            {densities.map((density) => (
              <Menu.RadioItem key={density} value={density} closeMenuOnClick={false}>
                {t(`table.densities.${density}`)}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false} closeOnItemClick={false}>
        <Tooltip label={t("table.columns")}>
          <span>
            <Menu.Target>
              <ActionIcon aria-label={t("table.columns")}>
                <IconColumns3 size={17} stroke={1.75} aria-hidden="true" />
              </ActionIcon>
            </Menu.Target>
          </span>
        </Tooltip>
        <Menu.Dropdown>
          <Menu.Label>{t("table.columns")}</Menu.Label>
          <Menu.CheckboxGroup
            value={visible}
            onChange={(keys) => look.setHidden(choice.map(({ key }) => key).filter((key) => !keys.includes(key)))}
          >
            {choice.map(({ key, header }) => (
              <Menu.CheckboxItem key={key} value={key}>
                {header}
              </Menu.CheckboxItem>
            ))}
          </Menu.CheckboxGroup>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
