import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ApiError } from "../api/apiError.ts";
import { errorText } from "../api/errorText.ts";
import { LoadingForm } from "../form/LoadingForm.tsx";
import { FailedMessage } from "../ui/FailedMessage.tsx";
import { Message } from "../ui/Message.tsx";
import { useEntity } from "./entity.api.ts";
import classes from "./EntityGate.module.css";
import type { Noun, Stored } from "./Noun.ts";
import type { Scope } from "./Scope.ts";
import { useCrumbs } from "./useCrumbs.ts";

interface Props<Row extends Stored, Entity extends Row> {
  noun: Noun<Row, Entity>;
  scope: Scope;
  id: string;
  children(entity: Entity): ReactNode;
}

/** The page of a stored thing once it is loaded; until then a skeleton, or the reason why it cannot be shown. */
export function EntityGate<Row extends Stored, Entity extends Row>({ noun, scope, id, children }: Props<Row, Entity>) {
  const { t } = useTranslation();
  const { data, error, refetch } = useEntity(noun, scope, id);
  const crumbs = useCrumbs(noun, scope);
  if (data !== undefined) return children(data);
  if (error === null) return <LoadingForm crumbs={crumbs} />;
  return (
    <div className={classes["failed"]}>
      {error instanceof ApiError && error.status === 404 ? (
        <Message
          icon={<IconAlertTriangle size={20} stroke={1.6} aria-hidden="true" />}
          title={t("entity.gone")}
          text={t("entity.goneWhy")}
        >
          <Button component={Link} to={crumbs[0].to} variant="default" mt={10}>
            {t(`${noun.texts}.all`)}
          </Button>
        </Message>
      ) : (
        <FailedMessage title={errorText(error)} retry={() => void refetch()} />
      )}
    </div>
  );
}
