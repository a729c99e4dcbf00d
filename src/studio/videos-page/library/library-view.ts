import type { LibraryVideo, RemovedVideo, VideoLibrary } from '../../../../protocol/provider/video-library.ts';
import { counted } from '../../../../protocol/runtime/counted.ts';
import { formatBytes } from '../../../../protocol/runtime/format-bytes.ts';
import { button, make, reasonOf } from './elements.ts';
import { Entry, type EntryDependencies } from './entry.ts';
import type { LibraryCalls } from './library-calls.ts';

export interface LibraryViewParts {
  readonly form: HTMLFormElement;
  readonly search: HTMLInputElement;
  readonly count: HTMLElement;
  readonly problem: HTMLElement;
  readonly broken: HTMLElement;
  readonly list: HTMLElement;
  readonly more: HTMLButtonElement;
  /** Section with the list of removed videos. */
  readonly removedPart: HTMLElement;
  readonly removed: HTMLElement;
  readonly done: HTMLElement;
  readonly undo: HTMLButtonElement;
  readonly check: HTMLButtonElement;
  readonly checked: HTMLElement;
}

export interface LibraryViewDependencies extends Omit<EntryDependencies, 'announce' | 'onRemoved' | 'embedAddress'> {
  readonly calls: LibraryCalls;
  readonly parts: LibraryViewParts;
  readonly embedPath: (id: string) => string;
}

const TYPING_PAUSE_MS = 300;

/** The list of all videos of the catalog, and of recently removed videos. */
export class LibraryView {
  readonly #dependencies: LibraryViewDependencies;
  readonly #entries = new Map<string, Entry>();
  #read = 0;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #publicOrigin = '';

  constructor(dependencies: LibraryViewDependencies) {
    this.#dependencies = dependencies;
    const { form, search, more, undo, check } = dependencies.parts;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.refresh();
    });
    search.addEventListener('input', () => {
      clearTimeout(this.#typing);
      this.#typing = setTimeout(() => void this.refresh(), TYPING_PAUSE_MS);
    });
    more.addEventListener('click', () => void this.#showMore());
    check.addEventListener('click', () => void this.#check());
    undo.addEventListener('click', () => void this.#restore(undo.value));
  }

  /** Reads the list from its beginning; open entries stay open. */
  async refresh(): Promise<void> {
    clearTimeout(this.#typing);
    const library = await this.#list(0);
    if (library === null) return;
    for (const [id, { element }] of this.#entries) {
      if (library.videos.some((video) => video.id === id)) continue;
      element.remove();
      this.#entries.delete(id);
    }
    this.#show(library, 0);
  }

  async #showMore(): Promise<void> {
    const before = this.#entries.size;
    const library = await this.#list(before);
    if (library === null) return;
    this.#show(library, before);
    const [first] = library.videos;
    if (first !== undefined) this.#entries.get(first.id)?.focus();
  }

  /** Checks every file of the listed videos, one video after the other. */
  async #check(): Promise<void> {
    const { check, checked } = this.#dependencies.parts;
    if (check.ariaDisabled === 'true') return;
    check.ariaDisabled = 'true';
    let faulty = 0;
    const entries = [...this.#entries.values()];
    try {
      for (const [index, entry] of entries.entries()) {
        checked.textContent = `Checking ${index + 1} of ${entries.length}…`;
        if ((await entry.check()).length > 0) faulty += 1;
      }
      checked.textContent =
        faulty === 0
          ? `${counted(entries.length, 'video')} checked: all files are fine.`
          : `${counted(entries.length, 'video')} checked: ${faulty} of them need attention.`;
    } catch (error) {
      checked.textContent = reasonOf(error);
    }
    check.ariaDisabled = null;
  }

  /** Reads a page of the list; `null` if the read failed, or if a later read has begun. */
  async #list(after: number): Promise<VideoLibrary | null> {
    const { calls, parts } = this.#dependencies;
    const read = ++this.#read;
    try {
      const library = await calls.list(parts.search.value, after);
      if (read !== this.#read) return null;
      parts.problem.textContent = '';
      return library;
    } catch (error) {
      if (read === this.#read) parts.problem.textContent = reasonOf(error);
      return null;
    }
  }

  #show({ videos, matchCount, videoCount, broken, removed, publicOrigin }: VideoLibrary, after: number): void {
    const { parts, calls } = this.#dependencies;
    this.#publicOrigin = publicOrigin;
    const entries = videos.map((video) => this.#entryOf(video));
    for (const [index, { element }] of entries.entries()) {
      const there = parts.list.children[after + index];
      if (there !== element) parts.list.insertBefore(element, there ?? null);
    }
    parts.count.textContent = countWords(parts.search.value.trim(), matchCount, videoCount);
    parts.more.hidden = this.#entries.size >= matchCount;
    parts.broken.hidden = broken.length === 0;
    parts.broken.replaceChildren(...broken.map((message) => make('li', {}, `Not read: ${message}`)));
    this.#showRemoved(removed);
    if (videos.length === 0) return;
    void calls.views(videos.map(({ id }) => id)).then((views) => {
      for (const entry of entries) entry.showViews(views);
    });
  }

  #entryOf(video: LibraryVideo): Entry {
    const known = this.#entries.get(video.id);
    known?.show(video);
    if (known !== undefined) return known;
    const { embedPath } = this.#dependencies;
    const entry = new Entry(video, {
      ...this.#dependencies,
      embedAddress: (id) => ({ own: embedPath(id), public: (this.#publicOrigin || location.origin) + embedPath(id) }),
      announce: (text) => this.#announce(text),
      onRemoved: (removed, remarks) => void this.#onRemoved(removed, remarks),
    });
    this.#entries.set(video.id, entry);
    return entry;
  }

  #showRemoved(removed: readonly RemovedVideo[]): void {
    const { parts } = this.#dependencies;
    parts.removedPart.hidden = removed.length === 0;
    const had = parts.removed.contains(document.activeElement);
    const rows = removed.map(({ name, title, sizeBytes, keptUntilMs }) => {
      const until = new Date(keptUntilMs).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
      return make(
        'li',
        { 'data-name': name },
        make('span', {}, `${title}, ${formatBytes(sizeBytes)}, kept until ${until}`),
        make(
          'div',
          { class: 'actions' },
          button('Restore', () => void this.#restore(name), title),
          button('Delete for good', () => void this.#forget(name, title), title),
        ),
      );
    });
    parts.removed.replaceChildren(...rows);
    if (had) (parts.removed.querySelector('button') ?? parts.search).focus();
  }

  async #onRemoved({ id, title }: LibraryVideo, remarks: readonly string[]): Promise<void> {
    this.#entries.get(id)?.element.remove();
    this.#entries.delete(id);
    await this.refresh();
    this.#announce([`“${title}” is removed.`, ...remarks].join(' '));
    const { undo, removed } = this.#dependencies.parts;
    undo.value = removed.firstElementChild?.getAttribute('data-name') ?? '';
    undo.hidden = undo.value === '';
    undo.focus();
  }

  async #restore(name: string): Promise<void> {
    await this.#do(async () => {
      const { video } = await this.#dependencies.calls.restore(name);
      await this.refresh();
      this.#announce(`“${video?.title ?? ''}” is back.`);
      if (video !== null) this.#entries.get(video.id)?.focus();
    });
  }

  async #forget(name: string, title: string): Promise<void> {
    if (!confirm(`Delete “${title}” for good? This cannot be undone.`)) return;
    await this.#do(async () => {
      await this.#dependencies.calls.forget(name);
      await this.refresh();
      this.#announce(`“${title}” is deleted for good.`);
    });
  }

  async #do(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      this.#dependencies.parts.problem.textContent = reasonOf(error);
    }
  }

  #announce(text: string): void {
    const { done, undo } = this.#dependencies.parts;
    done.textContent = text;
    undo.hidden = true;
  }
}

function countWords(search: string, matchCount: number, videoCount: number): string {
  if (videoCount === 0) return 'There are no videos yet. Add the first one below.';
  if (search === '') return counted(videoCount, 'video');
  return matchCount === 0 ? 'No video matches.' : `${matchCount} of ${counted(videoCount, 'video')}`;
}
