import type { Customer } from "@pulse/contract/customers";
import { DeleteCustomer } from "./DeleteCustomer.tsx";
import { CustomerMqtt } from "./CustomerMqtt.tsx";
import { CustomerSites } from "./CustomerSites.tsx";

/** What belongs to a customer and is no field of it: its MQTT account, its sites, its end. */
export function CustomerAside({ customer }: { customer: Customer }) {
  return (
    <>
      <CustomerSites customer={customer} />
      <CustomerMqtt customer={customer} />
      <DeleteCustomer customer={customer} />
    </>
  );
}
