import { CAPTION_EXTENSIONS, CAPTION_FORMAT_NAMES } from '../../../../protocol/provider/caption-formats.ts';
import type { LibraryVideo } from '../../../../protocol/provider/video-library.ts';
import { button, field, make } from './elements.ts';
import { languageInName, nameInLanguage } from './facts.ts';
import type { Change, LibraryCalls } from './library-calls.ts';

export interface CaptionsPartDependencies {
  readonly calls: LibraryCalls;
  readonly change: Change;
  readonly encodings: HTMLSelectElement;
}

/** The captions of a video, and a form that adds captions, or replaces captions of the same language. */
export class CaptionsPart {
  readonly element = make('div');
  readonly #dependencies: CaptionsPartDependencies;
  readonly #list = make('ul', { class: 'tracks' });

  constructor(video: LibraryVideo, dependencies: CaptionsPartDependencies) {
    this.#dependencies = dependencies;
    this.element.append(this.#list, this.#form(video));
    this.show(video);
  }

  show({ id, captions }: LibraryVideo): void {
    const { calls, change } = this.#dependencies;
    const had = this.#list.contains(document.activeElement);
    const tracks = captions.map(({ url, name, languageCode }) => {
      const remove = button(
        'Remove',
        () => void change(() => calls.removeCaptions(id, url), `no longer has the captions ${name}.`),
        name,
      );
      return make('li', {}, make('span', { lang: languageCode }, name), remove);
    });
    this.#list.replaceChildren(...(tracks.length === 0 ? [make('li', {}, 'None yet.')] : tracks));
    if (had) (this.#list.querySelector('button') ?? this.element.querySelector('input'))?.focus();
  }

  #form({ id }: LibraryVideo): HTMLFormElement {
    const { calls, change, encodings } = this.#dependencies;
    const file = make('input', { type: 'file', accept: CAPTION_EXTENSIONS.join(), required: '' });
    const language = make('input', { type: 'text', required: '', autocomplete: 'off' });
    const add = make('button', {}, 'Add captions');
    file.addEventListener('change', () => {
      language.value = languageInName(file.files?.[0]?.name ?? '') ?? language.value;
    });
    const form = make(
      'form',
      { class: 'captions-form' },
      field('File', file, `${CAPTION_FORMAT_NAMES}. Replaces captions in the same language.`),
      field('Language', language, 'A language tag or name: en, zh-Hant, English'),
      field('Encoding', encodings, 'Only needed if the file is not UTF-8.'),
      make('div', { class: 'actions' }, add),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const chosen = file.files?.[0];
      if (chosen === undefined) return;
      const name = nameInLanguage(chosen.name, language.value.trim());
      void change(() => calls.addCaptions(id, name, chosen, encodings.value), 'has new captions.').then((isDone) => {
        if (isDone) form.reset();
      });
    });
    return form;
  }
}
