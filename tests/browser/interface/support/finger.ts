/** A finger on an element. It sets the time stamps of its events, so that a flick does not depend on the machine's speed. */
export class Finger {
  readonly #target: Element;
  #atMs = 1_000;

  constructor(target: Element) {
    this.#target = target;
  }

  /** Returns whether the page has prevented the browser's own handling. */
  send(type: 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel', y: number, afterMs = 0, x = 200): boolean {
    this.#atMs += afterMs;
    const touch = new Touch({ identifier: 1, target: this.#target, clientX: x, clientY: y });
    const isUp = type === 'touchend' || type === 'touchcancel';
    const event = new TouchEvent(type, {
      ...{ bubbles: true, cancelable: true },
      touches: isUp ? [] : [touch],
      changedTouches: [touch],
    });
    Object.defineProperty(event, 'timeStamp', { value: this.#atMs });
    return !this.#target.dispatchEvent(event);
  }

  /** Moves down by these steps, 50 ms each, and rests before it lifts. */
  drag(fromY: number, ...steps: readonly number[]): void {
    this.send('touchstart', fromY);
    let y = fromY;
    for (const step of steps) this.send('touchmove', (y += step), 50);
    this.send('touchend', y, 500);
  }
}
