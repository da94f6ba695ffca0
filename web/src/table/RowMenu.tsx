import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { TableAction } from "./Column.ts";

interface Props<Row> {
  row: Row;
  name: string;
  actions: readonly TableAction<Row>[];
  tabIndex?: number;
}

/** The actions of one row, behind its dots. */
export function RowMenu<Row>(props: Props<Row>) {
  const { t } = useTranslation();
  // A page may have 200 rows, so the menu is created when first opened.
  const [isWanted, setWanted] = useState(false);
  const { name, tabIndex } = props;
  const dots = { "aria-label": t("table.actionsOf", { name }), size: 28, tabIndex: tabIndex ?? 0 } as const;
  const icon = <IconDots size={16} stroke={1.75} aria-hidden="true" />;
  if (!isWanted)
    return (
      <ActionIcon {...dots} aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)}>
        {icon}
      </ActionIcon>
    );
  return (
    <Menu defaultOpened position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon {...dots}>{icon}</ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Items {...props} />
      </Menu.Dropdown>
    </Menu>
  );
}

function Items<Row>({ row, actions }: Props<Row>) {
  const calm = actions.filter(({ isDanger }) => isDanger !== true);
  const grave = actions.filter(({ isDanger }) => isDanger === true);
  const item = ({ key, label, icon, href, run }: TableAction<Row>, isDanger: boolean) => {
    const look = { leftSection: icon, ...(isDanger ? { color: "red" } : {}) };
    return href === undefined ? (
      <Menu.Item key={key} {...look} onClick={() => run?.(row)}>
        {label}
      </Menu.Item>
    ) : (
      <Menu.Item key={key} {...look} component={Link} to={href}>
        {label}
      </Menu.Item>
    );
  };
  return (
    <>
      {calm.map((action) => item(action, false))}
      {calm.length > 0 && grave.length > 0 ? <Menu.Divider /> : null}
      {grave.map((action) => item(action, true))}
    </>
  );
}
