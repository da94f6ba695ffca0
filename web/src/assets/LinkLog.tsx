import type { Link as LinkEntry } from "@pulse/contract/assets";
import type { Endpoint } from "@pulse/contract/endpoint";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FormSection } from "../form/FormSection.tsx";
import { useServices } from "../services/services.tsx";
import { When } from "../time/When.tsx";
import classes from "./Things.module.css";

interface Props {
  id: string;
  endpoint: Endpoint;
  /** The other end of a link. */
  nameOf(link: LinkEntry): string;
}

/** The links that a thing has had: by whom, from when to when. */
export function LinkLog({ id, endpoint, nameOf }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data } = useQuery({
    queryKey: ["links", id],
    queryFn: async ({ signal }) => (await api.call(endpoint, { params: { id }, signal })) as LinkEntry[],
  });
  return (
    <FormSection title={t("things.links.log")} isBare>
      {data?.length === 0 ? <p className={classes["text"]}>{t("things.links.noLog")}</p> : null}
      <ul className={classes["rows"]}>
        {data?.map((link) => (
          <li key={link.linkedAt + nameOf(link)}>
            <div>
              {nameOf(link)}
              <small>
                <When at={link.linkedAt} format="history" /> · {link.linkedBy}
              </small>
              {link.unlinkedAt === null ? null : (
                <small>
                  {t("things.links.until")} <When at={link.unlinkedAt} format="history" /> · {link.unlinkedBy}
                </small>
              )}
            </div>
          </li>
        ))}
      </ul>
    </FormSection>
  );
}
