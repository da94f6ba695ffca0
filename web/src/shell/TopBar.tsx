import { SiteSwitcher } from "../sites/SiteSwitcher.tsx";
import { ConnectionWords } from "./ConnectionWords.tsx";
import classes from "./TopBar.module.css";
import { UserMenu } from "./UserMenu.tsx";

/** Customer and site, connection, person. */
export function TopBar() {
  return (
    <header className={classes["bar"]}>
      <SiteSwitcher />
      <div className={classes["right"]}>
        <ConnectionWords />
        <UserMenu />
      </div>
    </header>
  );
}
