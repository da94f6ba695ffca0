import { Button } from "@mantine/core";
import type { ApiKey, NewApiKey } from "@pulse/contract/apiKeys";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAccessFamily } from "../access/accessFamily.tsx";
import { errorText } from "../api/errorText.ts";
import { CredentialsDialog } from "../devices/CredentialsDialog.tsx";
import { CustomerChip } from "../entity/CustomerChip.tsx";
import { useCustomerScope } from "../entity/useCustomerScope.ts";
import { useLetters } from "../entity/useLetters.ts";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { useTitle } from "../shell/useTitle.ts";
import { ListPage } from "../table/ListPage.tsx";
import { FailedMessage } from "../ui/FailedMessage.tsx";
import { Message } from "../ui/Message.tsx";
import { ApiKeyCard } from "./ApiKeyCard.tsx";
import { ApiKeyDialog } from "./ApiKeyDialog.tsx";
import { useApiKeys, useRevokeApiKey } from "./apiKeys.api.ts";
import classes from "./ApiKeys.module.css";

/** `/access/api-keys`: the keys with which other systems use the API, for people who may read roles. */
export default function ApiKeysPage() {
  const { t } = useTranslation();
  useTitle(t("apiKeys.title"));
  const scope = useCustomerScope();
  const family = useAccessFamily();
  const can = useLetters("role_management");
  const { data: keys, error, refetch } = useApiKeys(scope.customerId);
  const [isAdding, setAdding] = useState(false);
  const [created, setCreated] = useState<NewApiKey | null>(null);
  const [toRevoke, setToRevoke] = useState<ApiKey | null>(null);
  const revoke = useRevokeApiKey(() => setToRevoke(null));
  const isEmpty = keys?.length === 0;
  const add =
    can.c && scope.isKnown ? (
      <Button
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
        onClick={() => setAdding(true)}
        aria-haspopup="dialog"
      >
        {t("apiKeys.add")}
      </Button>
    ) : null;
  return (
    <ListPage title={family.title} tabs={family.tabs(scope)} note={t("apiKeys.note")} actions={isEmpty ? null : add}>
      {scope.choice === null ? null : (
        <div className={classes["filters"]}>
          <CustomerChip scope={scope} />
        </div>
      )}
      {keys === undefined && error !== null ? (
        <FailedMessage title={t("apiKeys.failed")} text={errorText(error)} retry={() => void refetch()} />
      ) : isEmpty ? (
        <Message
          icon={<IconKey size={20} stroke={1.6} aria-hidden="true" />}
          title={t("apiKeys.empty")}
          text={t("apiKeys.emptyWhy")}
        >
          {add}
        </Message>
      ) : (
        <ul className={classes["list"]} aria-label={t("apiKeys.title")}>
          {keys?.map((key) => (
            <ApiKeyCard key={key.id} apiKey={key} onRevoke={can.d ? () => setToRevoke(key) : null} />
          ))}
        </ul>
      )}
      {isAdding ? (
        <ApiKeyDialog
          customerId={scope.customerId}
          onClose={() => setAdding(false)}
          onCreated={(key) => {
            setAdding(false);
            setCreated(key);
          }}
        />
      ) : null}
      {created === null ? null : (
        <CredentialsDialog
          title={t("apiKeys.created", { name: created.name })}
          text={t("apiKeys.once")}
          done={t("apiKeys.done")}
          lines={[{ key: "key", label: t("apiKeys.key"), value: created.key }]}
          onClose={() => setCreated(null)}
        />
      )}
      <ConfirmDialog
        isOpen={toRevoke !== null}
        title={t("apiKeys.revokeTitle", { name: toRevoke?.name ?? "" })}
        text={t("apiKeys.revokeText")}
        confirm={t("apiKeys.revoke", { name: toRevoke?.name ?? "" })}
        isDestructive
        isBusy={revoke.isPending}
        onConfirm={() => toRevoke && revoke.mutate(toRevoke)}
        onClose={() => setToRevoke(null)}
      />
    </ListPage>
  );
}
