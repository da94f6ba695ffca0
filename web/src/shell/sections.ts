import type { Page } from "@pulse/contract/access";
import { IconMap2, type TablerIcon } from "@tabler/icons-react";

/** A section of the product that exists; a person sees those that the role may read. */
interface Section {
  page: Page;
  icon: TablerIcon;
}

export const sections: readonly Section[] = [{ page: "map", icon: IconMap2 }];
