import { firstExecutable, inPath } from './chromium.mjs';

const findScreen = () => firstExecutable(inPath('Xvfb'));

/** A Firefox on this machine, and a screen for it; or `undefined`. `ORIEL_FIREFOX` overrides the first. */
export function findFirefox() {
  const browser = firstExecutable([process.env.ORIEL_FIREFOX, ...inPath('firefox-esr')]);
  const screen = findScreen();
  return browser === undefined || screen === undefined ? undefined : { browser, screen };
}

/** The WebDriver of WebKitGTK, which starts the browser that it belongs to, and a screen for both; or `undefined`. */
export function findWebKit() {
  const driver = firstExecutable(inPath('WebKitWebDriver'));
  const screen = findScreen();
  return driver === undefined || screen === undefined ? undefined : { driver, screen };
}
