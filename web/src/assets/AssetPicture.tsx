import { Button, FileButton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { deleteAssetImage, setAssetImage } from "@pulse/contract/assetChanges";
import type { Asset } from "@pulse/contract/assets";
import { IconCamera, IconPhotoUp, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/errorText.ts";
import { useNounCache } from "../entity/entity.api.ts";
import { useLetters } from "../entity/useLetters.ts";
import { FormSection } from "../form/FormSection.tsx";
import { useServices } from "../services/services.tsx";
import { assets } from "./assets.ts";
import classes from "./Things.module.css";

const widthPx = 512;
const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

/** The picture of an asset, from a file or, on a phone, from its camera. */
export function AssetPicture({ asset }: { asset: Asset }) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const can = useLetters("asset_management");
  const cache = useNounCache(assets);
  const hasCamera = useMediaQuery("(pointer: coarse)", false, { getInitialValueInEffect: false }) ?? false;
  const url = usePicture(asset.imageUrl);
  const showError = (error: unknown): void => snackbars.error(errorText(error));
  const params = { id: asset.id };
  const setting = useMutation({
    mutationFn: (file: File) => api.call(setAssetImage, { params, files: new Map([["file", file]]) }),
    onSuccess: () => cache.changed(),
    onError: showError,
  });
  const removing = useMutation({
    mutationFn: () => api.call(deleteAssetImage, { params }),
    onSuccess: () => cache.changed(),
    onError: showError,
  });
  if (asset.imageUrl === null && !can.u) return null;
  return (
    <FormSection title={t("things.picture.title")} isBare>
      {url === null ? null : (
        <img className={classes["picture"]} src={url} alt={t("things.picture.of", { name: asset.name })} />
      )}
      {can.u ? (
        <div className={classes["act"]}>
          <FileButton
            accept="image/png,image/jpeg,image/webp"
            onChange={(file) => {
              if (file !== null) setting.mutate(file);
            }}
          >
            {(props) => (
              <Button {...props} variant="default" loading={setting.isPending} leftSection={<IconPhotoUp {...icon} />}>
                {t("things.picture.choose")}
              </Button>
            )}
          </FileButton>
          {hasCamera ? (
            <FileButton
              accept="image/*"
              capture="environment"
              onChange={(file) => {
                if (file !== null) setting.mutate(file);
              }}
            >
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  disabled={setting.isPending}
                  leftSection={<IconCamera {...icon} />}
                >
                  {t("things.picture.take")}
                </Button>
              )}
            </FileButton>
          ) : null}
          {asset.imageUrl === null ? null : (
            <Button
              variant="default"
              loading={removing.isPending}
              leftSection={<IconTrash {...icon} />}
              onClick={() => removing.mutate()}
            >
              {t("things.picture.remove")}
            </Button>
          )}
        </div>
      ) : null}
    </FormSection>
  );
}

/** The object URL of a stored picture, which only signed-in people can load. */
function usePicture(imageUrl: string | null): string | null {
  const { api } = useServices();
  const { data } = useQuery({
    queryKey: ["picture", imageUrl],
    enabled: imageUrl !== null,
    queryFn: ({ signal }) => api.bytes(`${imageUrl ?? ""}?width=${widthPx}`, signal),
    staleTime: Infinity,
  });
  const url = useMemo(() => (data === undefined ? null : URL.createObjectURL(data)), [data]);
  useEffect(
    () => () => {
      if (url !== null) URL.revokeObjectURL(url);
    },
    [url],
  );
  return imageUrl === null ? null : url;
}
