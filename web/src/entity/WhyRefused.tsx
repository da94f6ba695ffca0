import type { Area } from "@pulse/contract/access";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ApiError } from "../api/apiError.ts";
import { errorText } from "../api/errorText.ts";
import classes from "./DeleteDialog.module.css";
import { useLetters } from "./useLetters.ts";

/** A thing that could not be deleted, and the error that says why. */
export interface Refused {
  id: string;
  name: string;
  error: unknown;
}

interface Props {
  refused: readonly Refused[];
  /** Whether each is named, because there are several. */
  isNamed: boolean;
  usedBy?: { path: string; area: Area };
  onLeave(): void;
}

/** Why things were not deleted, and what is in the way, with links for people who may open it. */
export function WhyRefused({ refused, isNamed, usedBy, onLeave }: Props) {
  const { t } = useTranslation();
  const can = useLetters(usedBy?.area ?? null);
  return (
    <div role="alert" className={classes["refused"]}>
      {refused.map(({ id, name, error }) => {
        const isInUse = error instanceof ApiError && error.code === "in_use";
        // The catalogue's text names what is in use.
        const why = isInUse ? t("form.fault.in_use", { entity: name }) : errorText(error);
        const items = error instanceof ApiError ? error.details.flatMap((detail) => detail.items ?? []) : [];
        return (
          <div key={id}>
            <p>{isNamed ? t("entity.refused", { name, why }) : why}</p>
            {items.length === 0 ? null : (
              <ul aria-label={why}>
                {items.map((item) => (
                  <li key={item.id}>
                    {usedBy !== undefined && can.r ? (
                      <Link to={`${usedBy.path}/${item.id}`} onClick={onLeave}>
                        {item.name}
                      </Link>
                    ) : (
                      item.name
                    )}
                  </li>
                ))}
              </ul>
            )}
          </div>
        );
      })}
    </div>
  );
}
