import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { firstExecutable, inPath } from './chromium.mjs';

const findScreen = () => firstExecutable(inPath('Xvfb'));

/** A Firefox on this machine, and a screen for it; or `undefined`. `ORIEL_FIREFOX` overrides the first. */
export function findFirefox() {
  const browser = firstExecutable([process.env.ORIEL_FIREFOX, ...inPath('firefox-esr')]);
  const screen = findScreen();
  return browser === undefined || screen === undefined ? undefined : { browser, screen };
}

/** Where Debian has the plugins of GStreamer: below the name of the machine's architecture. */
const LIBRARIES = '/usr/lib';
/** Plugins of gstreamer1.0-libav, -plugins-good and -plugins-bad: without each of them no video plays. */
const PLUGINS = ['libgstlibav.so', 'libgstisomp4.so', 'libgstvideoparsersbad.so'];

function hasPlugins() {
  if (!existsSync(LIBRARIES)) return false;
  return readdirSync(LIBRARIES).some((folder) =>
    PLUGINS.every((name) => existsSync(join(LIBRARIES, folder, 'gstreamer-1.0', name))),
  );
}

/**
 * The WebDriver of WebKitGTK, which starts the browser that it belongs to, and a screen for both; or `undefined`, also
 * where they could play nothing.
 */
export function findWebKit() {
  const driver = firstExecutable(inPath('WebKitWebDriver'));
  const screen = findScreen();
  return driver === undefined || screen === undefined || !hasPlugins() ? undefined : { driver, screen };
}
