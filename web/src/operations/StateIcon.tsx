import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleXFilled,
  type TablerIcon,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./Operations.module.css";

type State = "ok" | "warning" | "failed";

const icons: Record<State, TablerIcon> = {
  ok: IconCircleCheckFilled,
  warning: IconAlertTriangleFilled,
  failed: IconCircleXFilled,
};

/** The state of something as a shape, with its name for those who cannot see it. */
export function StateIcon({ state, size = 18 }: { state: State; size?: number }) {
  const { t } = useTranslation();
  const Icon = icons[state];
  return (
    <Icon
      className={classes["icon"]}
      data-state={state}
      size={size}
      role="img"
      aria-label={t(`operations.state.${state}`)}
    />
  );
}
