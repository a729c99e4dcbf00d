import { Builder, By, Key, type WebDriver } from 'selenium-webdriver';
import { DriverService } from 'selenium-webdriver/remote';
import type { WebKitPrograms } from '../../../../.ci/other-browsers.mjs';
import { startScreen } from './screen.ts';
import type { Script, TestBrowser, TestPage } from './test-browser.ts';

/** Allows for a busy machine. */
const START_TIMEOUT_MS = 100_000;
const SCRIPT_TIMEOUT_MS = 60_000;
const BROWSER_NAME = 'MiniBrowser';

/** The browser of WebKitGTK over WebDriver, in a separate screen. */
export async function launchWebKit({ driver: program, screen: screenProgram }: WebKitPrograms): Promise<TestBrowser> {
  const screen = await startScreen(screenProgram);
  const service = new DriverService.Builder(program)
    .setLoopback(true)
    .setEnvironment({
      ...(process.env as Record<string, string>),
      DISPLAY: screen.display,
      /** The sandbox needs rights that containers rarely have. */
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    })
    .build();
  const stop = async (): Promise<void> => {
    await service.kill();
    await screen.stop();
  };
  try {
    const address = await service.start(START_TIMEOUT_MS);
    const driver = await new Builder().usingServer(address).withCapabilities({ browserName: BROWSER_NAME }).build();
    await driver.manage().setTimeouts({ script: SCRIPT_TIMEOUT_MS });
    const first = await driver.getWindowHandle();
    const version = (await driver.getCapabilities()).getBrowserVersion() ?? 'unknown';
    return {
      version: `WebKitGTK ${version}`,
      openPage: () => openPage(driver, first),
      async close() {
        try {
          await driver.quit();
        } finally {
          await stop();
        }
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Opens a window, because a tab behind others is hidden. The first window stays open, and keeps the browser running. */
async function openPage(driver: WebDriver, first: string): Promise<TestPage> {
  // The current window may be closed.
  await driver.switchTo().window(first);
  await driver.switchTo().newWindow('window');
  const handle = await driver.getWindowHandle();
  const inHost = async (): Promise<void> => driver.switchTo().window(handle);
  const inPlayer = async (): Promise<void> => {
    await inHost();
    await driver.switchTo().frame(driver.findElement(By.css('iframe')));
  };
  return {
    /** The driver does not report the console; tests read errors of the player at the provider. */
    problems: [],
    async goto(url) {
      await inHost();
      await driver.get(url);
    },
    async inHost(script, argument) {
      await inHost();
      return evaluate(driver, script, argument);
    },
    async inPlayer(script, argument) {
      await inPlayer();
      return evaluate(driver, script, argument);
    },
    async click(selector) {
      await inPlayer();
      await driver.findElement(By.css(selector)).click();
    },
    async move(selector, x, y) {
      await inPlayer();
      const origin = driver.findElement(By.css(selector));
      const { width, height } = await origin.getRect();
      const place = { x: Math.round(width * (x - 0.5)), y: Math.round(height * (y - 0.5)) };
      await driver
        .actions()
        .move({ origin, ...place, duration: 50 })
        .perform();
    },
    async down() {
      await driver.actions().press().perform();
    },
    async up() {
      await driver.actions().release().perform();
    },
    async press(key) {
      await inPlayer();
      await driver
        .actions()
        .sendKeys(key.length === 1 ? key : keyNamed(key))
        .perform();
    },
    async screenshot() {
      await inHost();
      return driver.takeScreenshot();
    },
    async close() {
      await inHost();
      await driver.close();
    },
  };
}

interface Evaluated<Result> {
  readonly value?: Result;
  readonly error?: string;
}

async function evaluate<Argument, Result>(
  driver: WebDriver,
  script: Script<Argument, Result>,
  argument?: Argument,
): Promise<Result> {
  const { value, error } = await driver.executeAsyncScript<Evaluated<Result>>(
    `const [argument, done] = arguments;
     (async () => (${String(script)})(argument))().then((value) => done({ value }), (error) => done({ error: String(error) }));`,
    argument ?? null,
  );
  if (error !== undefined) throw new Error(error);
  return value as Result;
}

function keyNamed(name: string): string {
  const keys: Readonly<Record<string, string>> = {
    ArrowRight: Key.ARROW_RIGHT,
    ArrowLeft: Key.ARROW_LEFT,
    End: Key.END,
  };
  const key = keys[name];
  if (key === undefined) throw new Error(`no key ${name}`);
  return key;
}
