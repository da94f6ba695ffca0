import { Button, Modal } from "@mantine/core";
import type { PlacedRequests } from "@pulse/contract/deviceRequests";
import type { Endpoint } from "@pulse/contract/endpoint";
import { IconAdjustments } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { dialogClasses } from "../form/dialogClasses.ts";
import { EntityForm } from "../form/EntityForm.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { SaveBar } from "../form/SaveBar.tsx";
import { useEntityForm } from "../form/useEntityForm.ts";
import { useServices } from "../services/services.tsx";
import { changedSettings, type ConfigValues } from "./changedSettings.ts";
import { ConfigOfAllProgress } from "./ConfigOfAllProgress.tsx";

interface Props {
  siteId: string;
  /** Sends the request to all devices of the site. */
  endpoint: Endpoint;
  rule: z.ZodType;
  /** All fields without values; a field left empty is not changed. */
  empty: ConfigValues;
  /** The title above the fields. */
  title: string;
  children: ReactNode;
}

/** Asks every device of a site to change some settings, and shows each one's progress and which could not be asked. */
export function ConfigOfAll(props: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [placed, setPlaced] = useState<PlacedRequests | null>(null);
  const close = (): void => {
    setOpen(false);
    setPlaced(null);
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconAdjustments size={16} stroke={1.75} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t("devices.all.open")}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t("devices.all.title")}
        centered
        size={680}
        radius="xl"
        closeButtonProps={{ "aria-label": t("card.close") }}
        classNames={dialogClasses}
      >
        {placed === null ? (
          <Settings {...props} onPlaced={setPlaced} />
        ) : (
          <ConfigOfAllProgress placed={placed} onClose={close} />
        )}
      </Modal>
    </>
  );
}

function Settings({
  siteId,
  endpoint,
  rule,
  empty,
  title,
  children,
  onPlaced,
}: Props & { onPlaced(placed: PlacedRequests): void }) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const queries = useQueryClient();
  const form = useEntityForm<ConfigValues, PlacedRequests, z.ZodType>({
    entity: null,
    toValues: () => empty,
    rule,
    toBody: (values) => changedSettings(values, empty),
    save: async (body) => (await api.call(endpoint, { query: { siteId }, body })) as PlacedRequests,
    onSaved: (answer) => {
      onPlaced(answer);
      if (answer.placed.length > 0) snackbars.success(t("devices.placed.update"));
      void queries.invalidateQueries({ queryKey: ["deviceRequests"] });
    },
  });
  return (
    <EntityForm form={form}>
      <FormSection
        title={title}
        hint={t("devices.all.text")}
        foot={<SaveBar save={t("devices.all.send")} needsChange />}
      >
        {children}
      </FormSection>
    </EntityForm>
  );
}
