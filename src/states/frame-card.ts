import { addressOf, wordsOf, type Look } from './choice.ts';
import { FrameViewer } from './frame-viewer.ts';
import { make } from '../demo/make.ts';
import { heightOf, PlayerFrame } from './player-frame.ts';
import type { Screen } from './screens.ts';
import type { Turns } from '../../protocol/runtime/turns.ts';

export type CardStatus = 'out of sight' | 'waiting' | 'reached' | 'not reached';

export interface FrameCardOptions {
  readonly screen: Screen;
  readonly look: Look;
  readonly turns: Turns;
  readonly onStatus: () => void;
}

const FOCUS_NEEDED = 'only one element of the whole page can have the focus. Press Again to give it to this one.';
const NOT_PREPARED = 'this browser does not let the page prepare the frame, and this screen needs that.';

/** A screen in a frame with a caption; the frame is only open while the card is visible. */
export class FrameCard {
  readonly element: HTMLElement;
  readonly #options: FrameCardOptions;
  readonly #stage: HTMLElement;
  readonly #says = make('p', { className: 'status' });
  #status: CardStatus = 'out of sight';
  #opened = new AbortController();

  constructor(options: FrameCardOptions) {
    this.#options = options;
    const { screen, look } = options;
    const words = wordsOf(look);
    const name = `${screen.name}, ${words}`;
    this.#stage = make('div', { className: 'stage' });
    this.#stage.style.width = `${look.width}px`;
    this.#stage.style.height = `${heightOf(look.width)}px`;
    const alone = make(
      'a',
      { href: addressOf({ ...look, screen: screen.name }), ariaLabel: `Alone: ${name}` },
      'Alone',
    );
    const again = make('button', { type: 'button', ariaLabel: `Again: ${name}` }, 'Again');
    again.addEventListener('click', () => this.#open(true));
    const caption = make('figcaption', {}, make('p', { className: 'look' }, words), alone, again, this.#says);
    this.element = make('figure', {}, caption, this.#stage);
    Object.assign(this.element.dataset, { screen: screen.name, ...look });
    this.#say('out of sight');
  }

  get status(): CardStatus {
    return this.#status;
  }

  open(): void {
    this.#open(false);
  }

  close(): void {
    this.#opened.abort();
    this.#stage.replaceChildren();
    this.#say('out of sight');
  }

  /** Opens the frame. Pass `mayTakeFocus` only after a press of the reader. */
  #open(mayTakeFocus: boolean): void {
    this.close();
    const opened = new AbortController();
    this.#opened = opened;
    this.#say('waiting');
    void this.#options.turns.run(() => this.#reach(opened.signal, mayTakeFocus));
  }

  async #reach(signal: AbortSignal, mayTakeFocus: boolean): Promise<void> {
    if (signal.aborted) return;
    const { screen, look } = this.#options;
    if (screen.needsFocus === true && !mayTakeFocus) return this.#say('not reached', FOCUS_NEEDED);
    const title = `${screen.name}, ${wordsOf(look)}`;
    const frame = new PlayerFrame({ screen, look, title, mayTakeFocus, place: this.#stage });
    frame.open();
    const viewer = new FrameViewer(frame, signal);
    const problem = await screen.reach(viewer).then(
      () => (screen.fault === undefined || frame.isPrepared ? undefined : NOT_PREPARED),
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    await viewer.settle();
    if (signal.aborted) return;
    frame.release();
    viewer.keepControls();
    this.#say(problem === undefined ? 'reached' : 'not reached', problem);
  }

  #say(status: CardStatus, reason?: string): void {
    const words: Readonly<Record<CardStatus, string>> = {
      'out of sight': 'Not loaded: out of sight',
      waiting: 'On its way…',
      reached: 'Reached',
      'not reached': `Could not be reached: ${reason}`,
    };
    this.#status = status;
    this.#says.textContent = words[status];
    this.element.dataset['status'] = status;
    this.#options.onStatus();
  }
}
