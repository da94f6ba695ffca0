import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { usePhone } from "../theme/usePhone.ts";
import { SearchBody } from "./SearchBody.tsx";
import classes from "./SearchPalette.module.css";

interface Props {
  isOpen: boolean;
  onClose(): void;
}

/** One box over assets, trackers, gateways, geofences, sites, people and pages. */
export function SearchPalette({ isOpen, onClose }: Props) {
  const { t } = useTranslation();
  const isPhone = usePhone();
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size={600}
      yOffset="10dvh"
      fullScreen={isPhone}
      radius="xl"
      // Opens without a transition, so that no typed letter is lost.
      transitionProps={{ duration: 0 }}
      classNames={{ content: classes["content"] ?? "" }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t("search.title")}>
        <SearchBody onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}
