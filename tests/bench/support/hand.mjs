/** A mouse rests on the play button for this long before it presses. */
const HOVER_MS = 300;
/** A finger stays down for this long. */
const HOLD_MS = 100;
/** After this long, the first paint is shown and has no more work to do. */
const SETTLE_MS = 1_500;

/** Runs in the frame before any other script: measures the time from the first press to the first frame. */
export function watchPress() {
  addEventListener('click', ({ timeStamp }) => (window.pressedAtMs ??= timeStamp), { capture: true });
  window.firstFrameMs = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('no first frame within a minute')), 60_000);
    addEventListener('DOMContentLoaded', () =>
      document.querySelector('video').requestVideoFrameCallback(() => resolve(performance.now() - window.pressedAtMs)),
    );
  });
}

/** Sends the first message of a host that drives the player by script, which makes the player load before the press. */
export async function greet(page) {
  await page.evaluate(() => {
    const message = { event: 'listening', id: 1, channel: 'widget' };
    document.querySelector('iframe').contentWindow.postMessage(JSON.stringify(message), '*');
  });
}

/** Presses the play button in the middle of the page, with the pauses of a mouse or of a finger. */
export async function pressByHand(page, hand) {
  await page.waitForTimeout(SETTLE_MS);
  const { width, height } = page.viewportSize();
  const [x, y] = [width / 2, height / 2];
  if (hand === 'mouse') {
    await page.mouse.move(x, y);
    await page.waitForTimeout(HOVER_MS);
    await page.mouse.down();
    return page.mouse.up();
  }
  const cdp = await page.context().newCDPSession(page);
  const touch = (type, touchPoints) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [{ x, y }]);
  await page.waitForTimeout(HOLD_MS);
  return touch('touchEnd', []);
}
