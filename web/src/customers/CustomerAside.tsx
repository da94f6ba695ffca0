import type { Customer } from "@pulse/contract/customers";
import { DeleteCustomer } from "./DeleteCustomer.tsx";
import { CustomerMqtt } from "./CustomerMqtt.tsx";
import { CustomerSites } from "./CustomerSites.tsx";

/** The cards beside a customer's form: its MQTT account, its sites and its deletion. */
export function CustomerAside({ customer }: { customer: Customer }) {
  return (
    <>
      <CustomerSites customer={customer} />
      <CustomerMqtt customer={customer} />
      <DeleteCustomer customer={customer} />
    </>
  );
}
