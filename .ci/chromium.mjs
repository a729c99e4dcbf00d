import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

/**
 * Features that no test covers. Of a repeated switch Chromium uses the last, so this list replaces Playwright's; it
 * keeps the entries that prevent network traffic, let windows close quickly, and make request interception complete. It
 * leaves out storage partitioning: as in browsers of viewers, a frame of another site has storage.
 */
const DISABLED_FEATURES = [
  /** Otherwise each new window renders address bar suggestions in two pages: a third of the cost of opening one. */
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  /** Otherwise every context has a process for a page that it may open: half of all processes, a fifteenth of the work. */
  'SpareRendererForSitePerProcess',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
];

/** Refuses storage to frames of other sites. Comes after the other flags, to replace their list. */
export const REFUSE_STORAGE_FLAG = `--disable-features=${DISABLED_FEATURES.join(',')},ThirdPartyStoragePartitioning`;

/** Flags for a headless Chromium without network traffic that runs as any user. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
];

const PROGRAM_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const SHELL_NAME = 'chromium-headless-shell';

/** The path of a Chromium on this machine, or `undefined`. `ORIEL_CHROMIUM` overrides it. */
export function findChromium() {
  return firstExecutable([
    chosenProgram(),
    ...inPath(...PROGRAM_NAMES),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    chromium.executablePath(),
  ]);
}

/**
 * The same without windows, if there is one: a test takes a sixth less of the processor. It has no back/forward cache and
 * none of a viewer's settings.
 */
export function findHeadlessShell() {
  return firstExecutable([chosenProgram(), ...inPath(SHELL_NAME)]) ?? findChromium();
}

/** Another browser than the named one would answer another question. */
function chosenProgram() {
  const path = process.env.ORIEL_CHROMIUM;
  if (path === undefined || path === '' || isExecutable(path)) return path;
  throw new Error(`ORIEL_CHROMIUM names ${path}, which is no program that can be run.`);
}

/** Where programs of these names may lie. */
export function inPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** The first that is a program; candidates may be `undefined` or empty. */
export function firstExecutable(candidates) {
  return candidates.find((path) => path !== undefined && path !== '' && isExecutable(path));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Finds a Chromium, or installs one: Playwright's build first, then the system's package. */
export function ensureChromium() {
  const found = findChromium();
  if (found !== undefined) return found;
  console.log('No Chromium found; installing one, which takes some minutes.');
  run('npx', ['--no-install', 'playwright', 'install', 'chromium']);
  const downloaded = findChromium();
  if (downloaded !== undefined) return downloaded;
  if (existsSync('/usr/bin/apt-get')) {
    const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
    runAs(asRoot, ['apt-get', 'update']);
    // Not every Debian has the second.
    for (const name of ['chromium', SHELL_NAME])
      runAs(asRoot, ['apt-get', 'install', '-y', '--no-install-recommends', name]);
  }
  const installed = findChromium();
  if (installed !== undefined) return installed;
  throw new Error(
    'No Chromium was found and none could be installed, perhaps for lack of a network: install one, or name its program in the environment variable ORIEL_CHROMIUM.',
  );
}

function run(program, args) {
  // Why one way to install fails is of no use where the next one succeeds.
  spawnSync(program, args, { stdio: 'ignore', shell: process.platform === 'win32' });
}

function runAs(prefix, command) {
  const [program, ...args] = [...prefix, ...command];
  run(program, args);
}
