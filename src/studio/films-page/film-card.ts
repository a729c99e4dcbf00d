import type { FilmUpload } from '../../../protocol/provider/film-uploads.ts';
import { embedFrame } from './embed-frame.ts';
import type { FilmAction, FilmView } from './film-view.ts';

export interface FilmCardOptions {
  readonly onAction: (action: FilmAction) => void;
  /** Of the film, for this page, and for pages anywhere. */
  readonly ownAddress: string;
  readonly publicAddress: string;
  /** Of the page that says who watched it. */
  readonly viewersAddress: string;
}

const LABELS: Readonly<Record<FilmAction, string>> = {
  cancel: 'Cancel',
  goOn: 'Go on',
  choose: 'Choose the file…',
  again: 'Try again',
  remove: 'Remove from this list',
};

/** One film on its way. Its parts stay in the page as long as they are shown, so that focus and reading stay where they are. */
export class FilmCard {
  readonly element = document.createElement('li');
  readonly #options: FilmCardOptions;
  readonly #name = document.createElement('h3');
  readonly #status = document.createElement('p');
  readonly #bar = document.createElement('progress');
  readonly #actions = document.createElement('div');
  #shownActions: readonly FilmAction[] = [];
  #result: HTMLElement | null = null;

  constructor(upload: FilmUpload, options: FilmCardOptions) {
    this.#options = options;
    this.element.className = 'film';
    this.#name.textContent = upload.fileName;
    this.#bar.setAttribute('aria-label', `Progress of ${upload.fileName}`);
    this.#actions.className = 'actions';
    this.element.append(this.#name, this.#status, this.#bar, this.#actions);
  }

  show(upload: FilmUpload, { status, share, isAlarm, actions }: FilmView): void {
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

  #showActions(fileName: string, actions: readonly FilmAction[]): void {
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

  #resultOf(film: NonNullable<FilmUpload['film']>): HTMLElement {
    const { ownAddress, publicAddress, viewersAddress } = this.#options;
    const result = document.createElement('div');
    result.className = 'result';
    const frame = embedFrame(ownAddress, film);
    frame.style.aspectRatio = `${film.width} / ${film.height}`;
    frame.loading = 'lazy';
    const label = document.createElement('label');
    const code = document.createElement('textarea');
    code.readOnly = true;
    code.spellcheck = false;
    code.value = embedFrame(publicAddress, film).outerHTML;
    label.append('Code for a page', code);
    const copy = document.createElement('button');
    copy.type = 'button';
    copy.textContent = 'Copy the code';
    copy.setAttribute('aria-label', `Copy the code: ${film.title}`);
    copy.addEventListener('click', () => void copyCode(code, copy));
    const line = document.createElement('div');
    line.className = 'actions';
    const viewers = document.createElement('a');
    viewers.href = viewersAddress;
    viewers.textContent = 'What viewers saw';
    viewers.setAttribute('aria-label', `What viewers saw: ${film.title}`);
    line.append(copy, viewers);
    result.append(frame, label, line);
    return result;
  }
}

/** Without access to the clipboard, as over plain http, the code is selected, so that a key press copies it. */
async function copyCode(code: HTMLTextAreaElement, button: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(code.value);
    button.textContent = 'Copied';
    button.setAttribute('aria-label', 'Copied');
  } catch {
    code.focus();
    code.select();
  }
}
