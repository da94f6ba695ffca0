import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { toastsAbove } from "../../ui/toastsAbove.ts";
import classes from "./GatewayCard.module.css";

/** `floating`: over the desk's map; `filling`: in a sheet or a panel. */
export type CardForm = "floating" | "filling";

interface Props {
  form: CardForm;
  name: string;
  /** One line below the name. */
  line: ReactNode;
  children: ReactNode;
  onClose(): void;
}

/** The frame of what is selected on the map besides an asset: its name, one line, and a button to close it. */
export function MapCard({ form, name, line, children, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <section
      ref={form === "floating" ? toastsAbove : null}
      className={classes["card"]}
      data-form={form}
      data-over-map={form === "floating" || undefined}
      aria-label={name}
    >
      <div className={classes["head"]} data-peek>
        <div>
          <h2>{name}</h2>
          <p>{line}</p>
        </div>
        <button type="button" aria-label={t("card.close")} onClick={onClose}>
          <IconX size={17} stroke={1.75} aria-hidden="true" />
        </button>
      </div>
      {children}
    </section>
  );
}
