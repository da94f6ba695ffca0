import { SearchButton } from "../search/SearchButton.tsx";
import { SiteSwitcher } from "../sites/SiteSwitcher.tsx";
import { ConnectionWords } from "../shell/ConnectionWords.tsx";
import { NotificationBell } from "../notifications/NotificationBell.tsx";
import classes from "./TopBar.module.css";
import { UserMenu } from "./UserMenu.tsx";

/** Customer and site, search, connection, notifications, person. A phone's search is in the bar at the bottom. */
export function TopBar({ onSearch }: { onSearch?(): void }) {
  return (
    <header className={classes["bar"]}>
      <div className={classes["left"]}>
        <SiteSwitcher />
      </div>
      {onSearch === undefined ? null : <SearchButton onOpen={onSearch} />}
      <div className={classes["right"]}>
        <ConnectionWords />
        <NotificationBell />
        <UserMenu />
      </div>
    </header>
  );
}
