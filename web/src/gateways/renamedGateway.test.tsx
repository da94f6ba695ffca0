import { HardwareChange, type Hardware } from "@pulse/contract/gateways";
import type { HardwareType } from "@pulse/contract/hardwareTypes";
import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { EntityForm } from "../form/EntityForm.tsx";
import { useEntityForm } from "../form/useEntityForm.ts";
import { stage } from "../test/stage.tsx";
import { GatewayBroker } from "./GatewayBroker.tsx";
import { GatewayInfo } from "./GatewayInfo.tsx";

const types = [
  { id: "1", type: "ESPRESENSE", name: "ESPresense", topicsFromName: true },
  { id: "2", type: "KKM", name: "KKM", topicsFromName: false },
] as HardwareType[];
const gateway = (hardwareTypeId: string) => ({ name: "Cold store", hardwareTypeId, mac: "AC:23:3F:00:00:07" });

function Form({ typeId, isNew }: { typeId: string; isNew: boolean }) {
  const stored = gateway(typeId);
  const form = useEntityForm({
    entity: isNew ? null : stored,
    toValues: () => stored,
    rule: HardwareChange,
    save: async () => stored,
  });
  return (
    <EntityForm form={form} isReadOnly={false}>
      <GatewayInfo types={types} storedName={isNew ? null : stored.name} />
    </EntityForm>
  );
}

it.each([
  ["of a make with names in its topics", "1", false, true],
  ["of another make", "2", false, false],
  ["that is new", "1", true, false],
])(
  "the form of a gateway %s says what a new name means for its own settings, or nothing",
  async (_, typeId, isNew, isSaid) => {
    const { show } = stage();
    show(<Form typeId={typeId} isNew={isNew} />);
    expect(screen.queryByText(/part of its MQTT topics/)).toBeNull();
    fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: "Dock" } });
    expect(screen.queryByText(/part of its MQTT topics/) !== null).toBe(isSaid);
  },
);

it("a renamed gateway's page says how long the topics with its old name work", async () => {
  const { answers, show } = stage();
  answers["listSiteHardwareTypes"] = () => types;
  answers["getHardwareConnection"] = () => ({
    host: "pulse.test",
    port: 1883,
    tlsPort: null,
    mqttUsername: "gw-7",
    publishTopics: ["espresense/devices/+/dock"],
    subscribeTopics: [],
    formerNames: [{ name: "Cold store", until: new Date(Date.now() + 3600_000).toISOString() }],
  });
  show(
    <GatewayBroker
      gateway={{ id: "7", name: "Dock", siteId: "1", hardwareType: { id: "1", type: "ESPRESENSE" } } as Hardware}
    />,
  );
  expect(await screen.findByText(/The topics with the old name “Cold store” work until/)).toBeTruthy();
});
