import { launch, type Browser, type Frame, type Page, type SupportedBrowser } from 'puppeteer-core';
import { startScreen } from './screen.ts';
import type { Script, TestBrowser, TestPage } from './test-browser.ts';

const VIEWPORT = { width: 680, height: 400 };

export interface PuppeteerLaunch {
  readonly browser: SupportedBrowser;
  readonly program: string;
  readonly flags?: readonly string[];
  /** Xvfb, for a browser with windows: Firefox has no WebGL without them. */
  readonly screenProgram?: string;
}

/** Chromium over its own protocol, Firefox over WebDriver BiDi. */
export async function launchWithPuppeteer({
  browser: kind,
  program,
  flags = [],
  screenProgram,
}: PuppeteerLaunch): Promise<TestBrowser> {
  const screen = screenProgram === undefined ? undefined : await startScreen(screenProgram);
  const browser: Browser = await launch({
    browser: kind,
    executablePath: program,
    args: [...flags],
    headless: screen === undefined,
    env: { ...process.env, ...(screen === undefined ? {} : { DISPLAY: screen.display }) },
    defaultViewport: VIEWPORT,
  });
  return {
    version: await browser.version(),
    openPage: async () => watch(await browser.newPage()),
    async close() {
      await browser.close();
      await screen?.stop();
    },
  };
}

function watch(page: Page): TestPage {
  const problems: string[] = [];
  page.on('console', (message) => {
    const type: string = message.type();
    if (type === 'error' || type.startsWith('warn')) problems.push(`${type}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${String(error)}`));
  return {
    problems,
    goto: async (url) => void (await page.goto(url)),
    inHost: (script, argument) => evaluate(page, script, argument),
    inPlayer: async (script, argument) => evaluate(playerOf(page), script, argument),
    async click(selector) {
      const element = await playerOf(page).waitForSelector(selector, { visible: true });
      await element?.click();
    },
    async move(selector, x, y) {
      const box = await (await playerOf(page).waitForSelector(selector))?.boundingBox();
      if (box === null || box === undefined) throw new Error(`nothing is ${selector}`);
      await page.mouse.move(box.x + box.width * x, box.y + box.height * y, { steps: 4 });
    },
    down: () => page.mouse.down(),
    up: () => page.mouse.up(),
    async press(key) {
      await playerOf(page).evaluate(() => window.focus());
      await page.keyboard.press(key as Parameters<typeof page.keyboard.press>[0]);
    },
    screenshot: () => page.screenshot({ encoding: 'base64' }),
    close: () => page.close(),
  };
}

const evaluate = <Argument, Result>(
  place: Page | Frame,
  script: Script<Argument, Result>,
  argument?: Argument,
): Promise<Result> => place.evaluate(script as (argument: unknown) => unknown, argument) as Promise<Result>;

function playerOf(page: Page): Frame {
  const frame = page.frames().find((candidate) => candidate !== page.mainFrame());
  if (frame === undefined) throw new Error(`no player in ${page.url()}`);
  return frame;
}
