import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

/**
 * Features of Chromium to disable. Chromium uses the last of repeated switches, so this list replaces Playwright's. It keeps
 * Playwright's entries that prevent network traffic, let windows close quickly, and make request interception complete, but not
 * storage partitioning: as in viewers' browsers, a frame of another site has storage.
 */
const DISABLED_FEATURES = [
  /** Would render address bar suggestions in two pages for each new window: a third of the cost of opening a window. */
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  /** Would keep a spare process in every context: half of all processes, a fifteenth of the work. */
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

/** Denies storage to frames of other sites. Has to follow the other flags, since it replaces their list of features. */
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
 * The path of a headless-only Chromium, if there is one, else of a Chromium: tests use a sixth less CPU time. It has no
 * back/forward cache and no viewer settings.
 */
export function findHeadlessShell() {
  return firstExecutable([chosenProgram(), ...inPath(SHELL_NAME)]) ?? findChromium();
}

/** The program that `ORIEL_CHROMIUM` names. Throws if it cannot run, because a result from another browser would mislead. */
function chosenProgram() {
  const path = process.env.ORIEL_CHROMIUM;
  if (path === undefined || path === '' || isExecutable(path)) return path;
  throw new Error(`ORIEL_CHROMIUM names ${path}, which is no program that can be run.`);
}

/** Paths of programs with these names in the folders of `PATH`. */
export function inPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** The first executable candidate; candidates may be `undefined` or empty. */
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
    // Installs them one by one, because not every Debian has the second package.
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
  // Hides the output: the failure of one way to install does not matter if the next one succeeds.
  spawnSync(program, args, { stdio: 'ignore', shell: process.platform === 'win32' });
}

function runAs(prefix, command) {
  const [program, ...args] = [...prefix, ...command];
  run(program, args);
}
