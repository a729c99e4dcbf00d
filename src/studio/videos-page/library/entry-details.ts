import type { LibraryChange, LibraryVideo } from '../../../../protocol/provider/video-library.ts';
import { embedCode } from '../embed-code.ts';
import { embedFrame } from '../embed-frame.ts';
import { CaptionsPart } from './captions-part.ts';
import { button, make, reasonOf } from './elements.ts';
import type { Change, LibraryCalls } from './library-calls.ts';
import { PosterPart } from './poster-part.ts';
import { WordsForm } from './words-form.ts';

export interface EntryDetailsDependencies {
  readonly calls: LibraryCalls;
  /** Addresses of a video's embed page: for this page, and for pages on other sites. */
  readonly embedAddress: (id: string) => { readonly own: string; readonly public: string };
  readonly viewersAddress: (id: string) => string;
  /** Creates a selector of caption encodings. */
  readonly encodings: () => HTMLSelectElement;
  /** Checks every file of the video; resolves with the findings. */
  readonly check: () => Promise<readonly string[]>;
  /** Reports a change on the page and to screen readers. */
  readonly announce: (text: string) => void;
  readonly onChanged: (change: LibraryChange) => void;
}

/** The fields of one video that can be changed. */
export class EntryDetails {
  readonly element = make('div', { class: 'details', role: 'group' });
  readonly #dependencies: EntryDetailsDependencies;
  readonly #refusal = make('p', { class: 'refusal', role: 'alert' });
  readonly #embed = make('div');
  readonly #captions: CaptionsPart;
  #video: LibraryVideo;
  #isBusy = false;

  constructor(video: LibraryVideo, dependencies: EntryDetailsDependencies) {
    this.#video = video;
    this.#dependencies = dependencies;
    const { calls, embedAddress, viewersAddress, encodings } = dependencies;
    const { own } = embedAddress(video.id);
    const change: Change = (request, done) => this.#change(request, done);
    const words = new WordsForm(video, (words) => change(() => calls.edit(this.#video, words), 'is saved.'));
    this.#captions = new CaptionsPart(video, { calls, change, encodings: encodings() });
    const frame = embedFrame(`${own}?enablejsapi=1&origin=${encodeURIComponent(location.origin)}`, video);
    frame.style.aspectRatio = `${video.width} / ${video.height}`;
    const poster = new PosterPart(frame, (seconds) =>
      change(() => calls.takePoster(video.id, seconds), 'has a new poster. Viewers see it within seconds.'),
    );
    this.#showCode(video);
    const viewers = make('a', { href: viewersAddress(video.id) }, 'What viewers saw');
    this.element.append(
      this.#refusal,
      words.element,
      part('Poster', frame, poster.element),
      part('Captions', this.#captions.element),
      part('Embed', this.#embed, viewers),
      part('Files', this.#checkPart()),
      part('Remove', ...this.#removePart()),
    );
  }

  show(video: LibraryVideo): void {
    if (video.title !== this.#video.title) this.#showCode(video);
    this.#video = video;
    this.#captions.show(video);
  }

  /** Updates the embed code, which contains the title. */
  #showCode(video: LibraryVideo): void {
    const { label, copy } = embedCode(this.#dependencies.embedAddress(video.id).public, video);
    this.#embed.replaceChildren(label, make('div', { class: 'actions' }, copy));
  }

  /** Requests a change and reports its outcome; ignored while another change runs. */
  async #change(request: () => Promise<LibraryChange>, done: string): Promise<boolean> {
    if (this.#isBusy) return false;
    this.#isBusy = true;
    this.element.setAttribute('aria-busy', 'true');
    this.#refusal.textContent = '';
    try {
      const change = await request();
      if (change.video !== null)
        this.#dependencies.announce([`“${change.video.title}” ${done}`, ...change.remarks].join(' '));
      this.#dependencies.onChanged(change);
      return true;
    } catch (error) {
      this.#refusal.textContent = reasonOf(error);
      this.#refusal.scrollIntoView({ block: 'nearest' });
      await this.#readAgain();
      return false;
    } finally {
      this.#isBusy = false;
      this.element.removeAttribute('aria-busy');
    }
  }

  /**
   * Reads the video again, since another tab may have changed it: typed values stay, and the next attempt applies to the current state.
   */
  async #readAgain(): Promise<void> {
    const { id } = this.#video;
    const found = await this.#dependencies.calls.list(id, 0).catch(() => null);
    const video = found?.videos.find((one) => one.id === id);
    if (video !== undefined) this.#dependencies.onChanged({ remarks: [], video });
  }

  #checkPart(): HTMLElement {
    const result = make('p', { role: 'status' });
    const check = button('Check the files', () => void run());
    const run = async (): Promise<void> => {
      check.setAttribute('aria-disabled', 'true');
      result.textContent = 'Checking every file…';
      result.textContent = await this.#dependencies.check().then(
        (findings) => (findings.length === 0 ? 'All files are fine.' : findings.join(' ')),
        (error: unknown) => reasonOf(error),
      );
      check.removeAttribute('aria-disabled');
    };
    return make('div', {}, check, result);
  }

  #removePart(): HTMLElement[] {
    const { calls } = this.#dependencies;
    const { id } = this.#video;
    const question = make('p');
    const confirm = make('div', { class: 'confirm' }, question);
    const remove = button('Remove this video…', () => {
      const { playlists } = this.#video;
      const also = playlists.length === 0 ? '' : ` It also leaves the playlist ${playlists.join(', ')}.`;
      question.textContent = `Remove “${this.#video.title}”?${also} Pages that embed it will say that it is unavailable. You can undo this for seven days.`;
      confirm.hidden = false;
      remove.hidden = true;
      sure.focus();
    });
    const sure = button('Remove', () => void this.#change(() => calls.remove(id), ''));
    sure.classList.add('danger');
    const keep = button('Keep it', () => {
      confirm.hidden = true;
      remove.hidden = false;
      remove.focus();
    });
    confirm.append(make('div', { class: 'actions' }, sure, keep));
    confirm.hidden = true;
    return [remove, confirm];
  }
}

const part = (heading: string, ...children: readonly Node[]): HTMLElement =>
  make('section', {}, make('h4', {}, heading), ...children);
