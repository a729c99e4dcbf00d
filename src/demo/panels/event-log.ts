import { make } from '../make.ts';

const LINES_MAX = 200;

/** List of the player's events, newest last. It follows new events unless the user has scrolled up. */
export class EventLog {
  readonly #list: HTMLElement;
  readonly #startedAtMs: number;

  constructor(list: HTMLElement, startedAtMs: number) {
    this.#list = list;
    this.#startedAtMs = startedAtMs;
  }

  add(name: string, data: unknown, nowMs: number): void {
    const isAtEnd = this.#list.scrollHeight - this.#list.scrollTop - this.#list.clientHeight < 8;
    const seconds = ((nowMs - this.#startedAtMs) / 1_000).toFixed(2);
    this.#list.append(
      make(
        'li',
        { className: name === 'onError' ? 'event bad' : 'event' },
        make('time', {}, `${seconds} s`),
        make('span', { className: 'event-name' }, name),
        make('code', {}, data === null || data === undefined ? '' : JSON.stringify(data)),
      ),
    );
    while (this.#list.childElementCount > LINES_MAX) this.#list.firstElementChild?.remove();
    if (isAtEnd) this.#list.scrollTop = this.#list.scrollHeight;
  }

  clear = (): void => this.#list.replaceChildren();
}
