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
import type { CustomerChoice, Scope } from "./Scope.ts";

interface Props {
  scope: Scope;
  /** The form, once the customer is chosen. */
  children(chosen: Scope): ReactNode;
}

/** The form of a new thing; if it will belong to a customer, superadmins choose that first. */
export function ForCustomer({ scope, children }: Props) {
  const { t } = useTranslation();
  const { choice } = scope;
  const isChosen = scope.isKnown && !scope.isGuess;
  return (
    <>
      {choice === null ? null : (
        <FormSection title={t("entity.onBehalfOf")}>
          {choice.isNone || choice.error !== null ? (
            <NoChoice choice={choice} />
          ) : (
            <Select
              {...inputProps(
                { path: "customerId", label: t("entity.customer"), hint: t("entity.customerHint"), required: true },
                null,
              )}
              placeholder={t("entity.chooseCustomer")}
              data={choice.options}
              value={isChosen ? scope.customerId : null}
              onChange={choice.choose}
              allowDeselect={false}
              searchable={choice.options.length > 8}
              nothingFoundMessage={t("entity.noCustomerMatch")}
              withScrollArea={false}
              styles={{ options: { maxHeight: 264, overflowY: "auto" } }}
            />
          )}
        </FormSection>
      )}
      {isChosen ? children(scope) : null}
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
          title={t("entity.noCustomer")}
          text={t("entity.noCustomerWhy")}
        >
          <Button component={Link} to="/customers/new" mt={10}>
            {t("entity.addCustomer")}
          </Button>
        </Message>
      ) : (
        <FailedMessage title={t("entity.customersFailed")} text={errorText(error)} retry={retry} />
      )}
    </div>
  );
}
