import { Button } from "@mantine/core";
import { type Customer, deleteCustomer } from "@pulse/contract/customers";
import { IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useServices } from "../services.tsx";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { useCustomerCache } from "./customers.api.ts";
import classes from "./Customers.module.css";

/** Deletes a customer, once its name has been typed; one with sites is refused, and they are named. */
export function DeleteCustomer({ customer }: { customer: Customer }) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const cache = useCustomerCache();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const { id, name } = customer;
  const deleting = useMutation({
    mutationFn: () => api.call(deleteCustomer, { params: { id } }),
    onSuccess: async () => {
      snackbars.success(t("customers.deleted", { name }));
      await navigate("/customers", { replace: true });
      cache.drop(id);
    },
  });
  return (
    <FormSection title={t("customers.delete.section")} isBare>
      <p className={classes["empty"]}>{t("customers.delete.hint")}</p>
      <div className={classes["act"]}>
        <Button
          variant="default"
          className={classes["danger"]}
          leftSection={<IconTrash size={16} stroke={1.75} aria-hidden="true" />}
          onClick={() => {
            deleting.reset();
            setAsked(true);
          }}
        >
          {t("customers.delete.button")}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsked}
        title={t("customers.delete.title", { name })}
        text={t("customers.delete.text")}
        confirm={t("customers.delete.confirm", { name })}
        entity={name}
        typesName
        isDestructive
        isBusy={deleting.isPending}
        failure={deleting.error}
        onConfirm={() => deleting.mutate()}
        onClose={() => setAsked(false)}
      />
    </FormSection>
  );
}
