import { Menu } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import classes from "./Choice.module.css";

interface Item<K extends string> {
  key: K;
  text: string;
  isOn: boolean;
  /** How many rows this choice would leave. */
  count?: number;
}

interface Props<K extends string> {
  label: string;
  text: string;
  items: readonly Item<K>[];
  /** Less prominent, for use beside a title. */
  isQuiet?: boolean;
  onChoose(key: K): void;
}

/** A menu to choose one of a few items, below its own label. */
export function Choice<K extends string>({ label, text, items, isQuiet = false, onChoose }: Props<K>) {
  return (
    <Menu position="bottom-start" width={200} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button
          type="button"
          className={classes["choice"]}
          data-quiet={isQuiet || undefined}
          aria-label={`${label}: ${text}`}
        >
          <span>{text}</span>
          <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflow: "auto" }}>
        {items.map((item) => (
          <Menu.Item
            key={item.key}
            rightSection={
              <>
                {item.count === undefined ? null : <span className={classes["count"]}>{item.count}</span>}
                {item.isOn ? <IconCheck size={15} stroke={2} aria-hidden="true" /> : null}
              </>
            }
            aria-current={item.isOn ? "true" : undefined}
            onClick={() => onChoose(item.key)}
          >
            {item.text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
