import { Button, Skeleton } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ApiError } from "../api/apiError.ts";
import { errorText } from "../api/errorText.ts";
import { FailedMessage } from "../ui/FailedMessage.tsx";
import { Message } from "../ui/Message.tsx";
import classes from "./EntityGate.module.css";

interface Props<Entity> {
  entity: Entity | undefined;
  error: Error | null;
  retry(): void;
  /** Where the list is, for a thing that is gone. */
  back: { to: string; label: string };
  children(entity: Entity): ReactNode;
}

/** The page of a stored thing once loaded; until then a skeleton, or the reason why it cannot be shown. */
export function EntityGate<Entity>({ entity, error, retry, back, children }: Props<Entity>) {
  const { t } = useTranslation();
  if (entity !== undefined) return children(entity);
  if (error === null)
    return (
      <div className={classes["waiting"]} aria-busy="true" aria-hidden="true">
        <Skeleton height={12} width={180} radius="sm" />
        <Skeleton height={22} width={260} radius="sm" />
        <Skeleton height={280} radius="lg" />
      </div>
    );
  return (
    <div className={classes["failed"]}>
      {error instanceof ApiError && error.status === 404 ? (
        <Message
          icon={<IconAlertTriangle size={20} stroke={1.6} aria-hidden="true" />}
          title={t("access.gone")}
          text={t("access.goneWhy")}
        >
          <Button component={Link} to={back.to} variant="default" mt={10}>
            {back.label}
          </Button>
        </Message>
      ) : (
        <FailedMessage title={errorText(error)} retry={retry} />
      )}
    </div>
  );
}
