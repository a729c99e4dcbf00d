import type { VideoUpload } from '../../../protocol/provider/video-uploads.ts';
import { embedCode } from './embed-code.ts';
import { embedFrame } from './embed-frame.ts';
import type { CardAction, CardView } from './card-view.ts';

export interface VideoCardOptions {
  readonly onAction: (action: CardAction) => void;
  /** Addresses of the video: for this page, and below for other sites. */
  readonly ownAddress: string;
  readonly publicAddress: string;
  /** Address of the page about the video's viewers. */
  readonly viewersAddress: string;
}

const LABELS: Readonly<Record<CardAction, string>> = {
  cancel: 'Cancel',
  goOn: 'Go on',
  choose: 'Choose the file…',
  again: 'Try again',
  remove: 'Remove from this list',
};

/**
 * The card of an upload. Its elements are kept, not recreated, while they are shown, so that focus and the position of a screen reader
 * stay.
 */
export class VideoCard {
  readonly element = document.createElement('li');
  readonly #options: VideoCardOptions;
  readonly #name = document.createElement('h3');
  readonly #status = document.createElement('p');
  readonly #bar = document.createElement('progress');
  readonly #actions = document.createElement('div');
  #shownActions: readonly CardAction[] = [];
  #result: HTMLElement | null = null;

  constructor(upload: VideoUpload, options: VideoCardOptions) {
    this.#options = options;
    this.element.className = 'video';
    this.#name.textContent = upload.fileName;
    this.#bar.setAttribute('aria-label', `Progress of ${upload.fileName}`);
    this.#actions.className = 'actions';
    this.element.append(this.#name, this.#status, this.#bar, this.#actions);
  }

  show(upload: VideoUpload, { status, share, isAlarm, actions }: CardView): void {
    if (this.#status.textContent !== status) this.#status.textContent = status;
    this.#status.classList.toggle('alarm', isAlarm);
    this.#bar.hidden = share === null;
    if (share !== null) this.#bar.value = share;
    this.#showActions(upload.fileName, actions);
    if (upload.film !== null && this.#result === null) {
      this.#result = this.#resultOf(upload.film);
      this.#actions.before(this.#result);
    }
  }

  #showActions(fileName: string, actions: readonly CardAction[]): void {
    if (actions.join() === this.#shownActions.join()) return;
    this.#shownActions = actions;
    const had = this.#actions.contains(document.activeElement);
    const buttons = actions.map((action) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = LABELS[action];
      button.setAttribute('aria-label', `${LABELS[action]}: ${fileName}`);
      button.addEventListener('click', () => this.#options.onAction(action));
      return button;
    });
    this.#actions.replaceChildren(...buttons);
    if (had) buttons[0]?.focus();
  }

  #resultOf(video: NonNullable<VideoUpload['film']>): HTMLElement {
    const { ownAddress, publicAddress, viewersAddress } = this.#options;
    const result = document.createElement('div');
    result.className = 'result';
    const frame = embedFrame(ownAddress, video);
    frame.style.aspectRatio = `${video.width} / ${video.height}`;
    frame.loading = 'lazy';
    const { label, copy } = embedCode(publicAddress, video);
    const line = document.createElement('div');
    line.className = 'actions';
    const viewers = document.createElement('a');
    viewers.href = viewersAddress;
    viewers.textContent = 'What viewers saw';
    viewers.setAttribute('aria-label', `What viewers saw: ${video.title}`);
    line.append(copy, viewers);
    result.append(frame, label, line);
    return result;
  }
}
