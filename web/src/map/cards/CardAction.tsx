import { Button } from "@mantine/core";
import type { TablerIcon } from "@tabler/icons-react";

interface Props {
  icon: TablerIcon;
  text: string;
  /** A button of the compact card, with its icon above the text. */
  isCompact: boolean;
  /** The most important action of the card. */
  isMain?: boolean;
  /** Set for actions that are either on or off. */
  isPressed?: boolean;
  isDisabled?: boolean;
  onClick(): void;
}

/** Something to do with the thing of a card. */
export function CardAction({
  icon: Icon,
  text,
  isCompact,
  isMain = false,
  isPressed,
  isDisabled = false,
  onClick,
}: Props) {
  const icon = <Icon size={isCompact ? 21 : 16} stroke={1.75} aria-hidden="true" />;
  const button = { "aria-pressed": isPressed, disabled: isDisabled, onClick };
  return isCompact ? (
    <button type="button" data-quiet={isMain ? undefined : ""} {...button}>
      {icon}
      {text}
    </button>
  ) : (
    <Button h={30} variant={isMain && isPressed !== true ? "filled" : "default"} leftSection={icon} {...button}>
      {text}
    </Button>
  );
}
