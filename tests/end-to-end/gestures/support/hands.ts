import type { CDPSession, Locator, Page } from 'playwright';

type Point = readonly [x: number, y: number];

/** Input as a person makes it: the mouse moves before a press, and fingers slide in steps. Positions are shares of the frame. */
export class Hands {
  readonly #page: Page;
  readonly #session: CDPSession;
  #isTouching = false;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  static async of(page: Page): Promise<Hands> {
    return new Hands(page, await page.context().newCDPSession(page));
  }

  key = (key: string): Promise<void> => this.#page.keyboard.press(key);

  async move(x: number, y: number): Promise<void> {
    await this.#page.mouse.move(...this.#at(x, y), { steps: 3 });
  }

  async press(x: number, y: number): Promise<void> {
    await this.move(x, y);
    await this.#page.mouse.down();
    await this.#page.mouse.up();
  }

  /** Advances the page's clock, which the test has installed, without input; the video does not advance. */
  waitFor = (delayMs: number): Promise<void> => this.#page.clock.fastForward(delayMs);

  /** Lifts the finger, or releases the mouse and moves it out of the frame. */
  async leave(): Promise<void> {
    if (this.#isTouching) return this.lift();
    await this.#page.mouse.up();
    await this.#page.mouse.move(-10, -10);
  }

  /** Waits for a part that loads on demand. */
  waitForPart = (selector: string): Promise<void> => this.#page.locator(selector).first().waitFor();

  async pressOn(selector: string): Promise<void> {
    const [x, y] = await this.#middleOf(selector);
    await this.#page.mouse.move(x - 3, y, { steps: 3 });
    await this.#page.mouse.move(x, y);
    await this.#page.mouse.down();
    await this.#page.mouse.up();
  }

  /** Drags along the seek bar without releasing; `from` and `to` are shares of its length. */
  async drag(from: number, to: number): Promise<void> {
    await this.#page.mouse.move(...(await this.#onBar(from)), { steps: 3 });
    await this.#page.mouse.down();
    await this.#page.mouse.move(...(await this.#onBar(to)), { steps: 6 });
  }

  release = (): Promise<void> => this.#page.mouse.up();

  async tap(x: number, y: number): Promise<void> {
    await this.#touch('touchStart', [this.#at(x, y)]);
    await this.#touch('touchEnd', []);
  }

  async tapOn(selector: string): Promise<void> {
    await this.touchOn(selector);
    await this.lift();
  }

  /** Touches the middle of an element; the finger stays down. */
  async touchOn(selector: string | Locator): Promise<void> {
    await this.#touch('touchStart', [await this.#middleOf(selector)]);
  }

  async touchDrag(from: number, to: number): Promise<void> {
    await this.#touch('touchStart', [await this.#onBar(from)]);
    for (let step = 1; step <= 4; step += 1)
      await this.#touch('touchMove', [await this.#onBar(from + ((to - from) * step) / 4)]);
  }

  lift = (): Promise<void> => this.#touch('touchEnd', []);

  #at(x: number, y: number): Point {
    const { width, height } = this.#page.viewportSize() ?? { width: 0, height: 0 };
    return [width * x, height * y];
  }

  async #onBar(share: number): Promise<Point> {
    const { x, y, width, height } = await this.#boxOf('.seek');
    return [x + width * share, y + height / 2];
  }

  async #middleOf(selector: string | Locator): Promise<Point> {
    const { x, y, width, height } = await this.#boxOf(selector);
    return [x + width / 2, y + height / 2];
  }

  async #boxOf(selector: string | Locator) {
    const found = typeof selector === 'string' ? this.#page.locator(selector) : selector;
    const box = await found.first().boundingBox();
    if (box === null) throw new Error(`nothing is ${String(selector)}`);
    return box;
  }

  async #touch(type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]): Promise<void> {
    this.#isTouching = points.length > 0;
    const touchPoints = points.map(([x, y], id) => ({ x, y, id }));
    await this.#session.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
}
