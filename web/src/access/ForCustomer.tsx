import { Button, Select } from "@mantine/core";
import { IconBuildingCommunity } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { errorText } from "../api/errorText.ts";
import { FormSection } from "../form/FormSection.tsx";
import { inputProps } from "../form/TextFields.tsx";
import { FailedMessage } from "../ui/FailedMessage.tsx";
import { Message } from "../ui/Message.tsx";
import classes from "./ForCustomer.module.css";
import type { CustomerChoice, CustomerScope } from "./useCustomerScope.ts";

interface Props {
  scope: CustomerScope;
  /** The form, once the customer is chosen. */
  children(customerId: string): ReactNode;
}

/** The form of a new thing; superadmins first choose the customer that it will belong to. */
export function ForCustomer({ scope, children }: Props) {
  const { t } = useTranslation();
  const { choice } = scope;
  const customerId = scope.isGuess ? null : scope.customerId;
  return (
    <>
      {choice === null ? null : (
        <FormSection title={t("access.onBehalfOf")}>
          {choice.isNone || choice.error !== null ? (
            <NoChoice choice={choice} />
          ) : (
            <Select
              {...inputProps(
                { path: "customerId", label: t("access.customer"), hint: t("access.customerHint"), required: true },
                null,
              )}
              placeholder={t("access.chooseCustomer")}
              data={choice.options}
              value={customerId}
              onChange={choice.choose}
              allowDeselect={false}
              searchable={choice.options.length > 8}
              nothingFoundMessage={t("access.noCustomerMatch")}
              withScrollArea={false}
              styles={{ options: { maxHeight: 264, overflowY: "auto" } }}
            />
          )}
        </FormSection>
      )}
      {customerId === null ? null : children(customerId)}
    </>
  );
}

function NoChoice({ choice: { error, retry } }: { choice: CustomerChoice }) {
  const { t } = useTranslation();
  return (
    <div className={classes["none"]}>
      {error === null ? (
        <Message
          icon={<IconBuildingCommunity size={20} stroke={1.6} aria-hidden="true" />}
          title={t("access.noCustomer")}
          text={t("access.noCustomerWhy")}
        >
          <Button component={Link} to="/customers/new" mt={10}>
            {t("access.addCustomer")}
          </Button>
        </Message>
      ) : (
        <FailedMessage title={t("access.customersFailed")} text={errorText(error)} retry={retry} />
      )}
    </div>
  );
}
