import type { LibraryVideo } from '../../../../protocol/provider/video-library.ts';
import { field, make } from './elements.ts';
import type { WordsOfVideo } from './library-calls.ts';

/** Form for title, description and listing of a video. */
export class WordsForm {
  readonly element = make('form', { class: 'words-form' });

  constructor(video: LibraryVideo, onSave: (words: WordsOfVideo) => Promise<boolean>) {
    const title = make('input', { type: 'text', maxlength: '500', required: '', autocomplete: 'off' });
    title.value = video.title;
    const description = make('textarea', { maxlength: '5000', rows: '3' });
    description.value = video.description;
    const listed = make('input', { type: 'checkbox' });
    listed.checked = video.isListed;
    const save = make('button', { class: 'primary' }, 'Save');
    this.element.append(
      field('Title', title),
      field('Description', description, 'Plain text. Shown where the link is shared.'),
      make('label', { class: 'check' }, listed, 'Listed on the home page'),
      make('div', { class: 'actions' }, save),
    );
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      void onSave({ title: title.value.trim(), description: description.value.trim(), isListed: listed.checked });
    });
  }
}
