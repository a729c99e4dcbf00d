import type { LibraryVideo } from '../../../../protocol/provider/video-library.ts';
import { button, make } from './elements.ts';
import { EntryDetails, type EntryDetailsDependencies } from './entry-details.ts';
import { factsOf } from './facts.ts';
import type { VideoViews } from '../../../../protocol/provider/viewers-report.ts';

export interface EntryDependencies extends Omit<EntryDetailsDependencies, 'onChanged' | 'check'> {
  /** Called when the video has been removed. */
  readonly onRemoved: (video: LibraryVideo, remarks: readonly string[]) => void;
}

/** A video of the library: its facts, and, once opened, its editable fields below. */
export class Entry {
  readonly element = make('li', { class: 'entry' });
  readonly #dependencies: EntryDependencies;
  readonly #picture = make('div', { class: 'picture' });
  readonly #title = make('h3', { tabindex: '-1' });
  readonly #facts = make('p', { class: 'facts' });
  readonly #notices = make('ul', { class: 'notices' });
  readonly #toggle: HTMLButtonElement;
  #video: LibraryVideo;
  #views: VideoViews | null = null;
  #findings: readonly string[] = [];
  #details: EntryDetails | null = null;

  constructor(video: LibraryVideo, dependencies: EntryDependencies) {
    this.#video = video;
    this.#title.id = `title-${video.id}`;
    this.#dependencies = dependencies;
    this.#toggle = button('Manage', () => this.#setOpen(this.#details === null));
    this.#toggle.setAttribute('aria-expanded', 'false');
    const words = make('div', { class: 'words' }, this.#title, this.#facts, this.#notices);
    this.element.append(make('div', { class: 'row' }, this.#picture, words, this.#toggle));
    this.show(video);
  }

  get isOpen(): boolean {
    return this.#details !== null;
  }

  show(video: LibraryVideo): void {
    this.#video = video;
    const { title, posterUrl } = video;
    this.#title.textContent = title;
    this.#toggle.setAttribute('aria-label', `Manage: ${title}`);
    const picture = posterUrl === null ? [] : [make('img', { src: posterUrl, alt: '', loading: 'lazy' })];
    if (this.#picture.querySelector('img')?.getAttribute('src') !== posterUrl)
      this.#picture.replaceChildren(...picture);
    this.#showNotices();
    this.#showFacts();
    this.#details?.show(video);
  }

  showViews(views: VideoViews | null): void {
    this.#views = views;
    this.#showFacts();
  }

  /** Checks every file of the video. Shows and returns the faults. */
  async check(): Promise<readonly string[]> {
    const { findings } = await this.#dependencies.calls.check(this.#video.id);
    this.#findings = findings;
    this.#showNotices();
    return findings;
  }

  focus(): void {
    this.#title.focus();
  }

  #showNotices(): void {
    const shown = [...new Set([...this.#video.notices, ...this.#findings])];
    this.#notices.replaceChildren(...shown.map((notice) => make('li', {}, notice)));
    this.#notices.hidden = shown.length === 0;
  }

  #showFacts(): void {
    this.#facts.replaceChildren(...factsOf(this.#video, this.#views).map((fact) => make('span', {}, fact)));
  }

  #setOpen(isOpen: boolean): void {
    this.#toggle.setAttribute('aria-expanded', String(isOpen));
    this.#details?.element.remove();
    this.#details = null;
    if (!isOpen) return;
    this.#details = new EntryDetails(this.#video, {
      ...this.#dependencies,
      check: () => this.check(),
      onChanged: ({ video, remarks }) => {
        if (video === null) this.#dependencies.onRemoved(this.#video, remarks);
        else this.show(video);
      },
    });
    this.#details.element.setAttribute('aria-labelledby', this.#title.id);
    this.element.append(this.#details.element);
  }
}
