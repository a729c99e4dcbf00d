import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { firstExecutable, inPath } from './chromium.mjs';

const findScreen = () => firstExecutable(inPath('Xvfb'));

/** A Firefox on this machine and a virtual screen for it; `undefined` if either is missing. `ORIEL_FIREFOX` names another Firefox. */
export function findFirefox() {
  const browser = firstExecutable([process.env.ORIEL_FIREFOX, ...inPath('firefox-esr')]);
  const screen = findScreen();
  return browser === undefined || screen === undefined ? undefined : { browser, screen };
}

/** Debian installs the plugins of GStreamer below this folder, in a folder named after the architecture. */
const LIBRARIES = '/usr/lib';
/** Plugins of gstreamer1.0-libav, -plugins-good and -plugins-bad, all of which are needed to play a video. */
const PLUGINS = ['libgstlibav.so', 'libgstisomp4.so', 'libgstvideoparsersbad.so'];

function hasPlugins() {
  if (!existsSync(LIBRARIES)) return false;
  return readdirSync(LIBRARIES).some((folder) =>
    PLUGINS.every((name) => existsSync(join(LIBRARIES, folder, 'gstreamer-1.0', name))),
  );
}

/**
 * The WebDriver of WebKitGTK, which starts its own browser, and a virtual screen for both; `undefined` if a part is missing, or
 * if no video could play.
 */
export function findWebKit() {
  const driver = firstExecutable(inPath('WebKitWebDriver'));
  const screen = findScreen();
  return driver === undefined || screen === undefined || !hasPlugins() ? undefined : { driver, screen };
}
