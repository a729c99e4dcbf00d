import * as z from 'zod/mini';
import { pageElement } from '../../provider/operator-page-parts/page-element.ts';
import { CAPTION_EXTENSIONS, CAPTION_FORMAT_NAMES } from '../../../protocol/provider/caption-formats.ts';
import type { VideoUpload } from '../../../protocol/provider/video-uploads.ts';
import { createAddresses } from './addresses.ts';
import { VideoForm } from './video-form.ts';
import { UploadList } from './upload-list.ts';
import { LibraryCalls } from './library/library-calls.ts';
import { LibraryView } from './library/library-view.ts';
import { ProviderCalls } from './provider-calls.ts';

// Composition root of the videos page.
z.config({ jitless: true });

/** Polling intervals: while uploads change, and while none does, since another page may start one. */
const BUSY_INTERVAL_MS = 1_000;
const IDLE_INTERVAL_MS = 5_000;

const addresses = createAddresses(location.pathname);
const calls = new ProviderCalls(addresses, (...args) => fetch(...args));
const problem = pageElement('problem', HTMLElement);
const empty = pageElement('empty', HTMLElement);
const heading = pageElement('videos-heading', HTMLElement);
const announcements = pageElement('announcements', HTMLElement);
const refusal = pageElement('refusal', HTMLElement);
const resume = pageElement('resume', HTMLInputElement);

const library = new LibraryView({
  calls: new LibraryCalls(addresses, (...args) => fetch(...args)),
  embedPath: (id) => addresses.embed(id),
  viewersAddress: (id) => addresses.viewers(id),
  encodings() {
    const select = document.createElement('select');
    for (const option of pageElement('encoding', HTMLSelectElement).options) select.append(option.cloneNode(true));
    return select;
  },
  parts: {
    form: pageElement('search-form', HTMLFormElement),
    search: pageElement('search', HTMLInputElement),
    count: pageElement('library-count', HTMLElement),
    problem: pageElement('library-problem', HTMLElement),
    broken: pageElement('broken', HTMLElement),
    list: pageElement('library', HTMLElement),
    more: pageElement('more', HTMLButtonElement),
    removedPart: pageElement('removed-part', HTMLElement),
    removed: pageElement('removed', HTMLElement),
    done: pageElement('library-done', HTMLElement),
    undo: pageElement('undo', HTMLButtonElement),
    check: pageElement('check', HTMLButtonElement),
    checked: pageElement('checked', HTMLElement),
  },
});
let readyIds = '';

/** Reloads the library when the set of prepared uploads changes. */
function followReady(uploads: readonly VideoUpload[]): void {
  const ids = uploads.filter(({ state }) => state === 'ready').map(({ id }) => id);
  if (ids.join() !== readyIds) void library.refresh();
  readyIds = ids.join();
}

const uploadList = new UploadList({
  calls,
  addresses,
  origin: location.origin,
  list: pageElement('videos', HTMLElement),
  chooseFile,
  announce: (text) => (announcements.textContent = text),
  complain: (text) => (refusal.textContent = text),
  onChange: () => void refresh(),
  restoreFocus: () => heading.focus(),
});
const captions = pageElement('captions', HTMLInputElement);
captions.accept = CAPTION_EXTENSIONS.join();
pageElement('captions-hint', HTMLElement).prepend(`${CAPTION_FORMAT_NAMES}. `);
const form = new VideoForm(
  {
    form: pageElement('add', HTMLFormElement),
    drop: pageElement('drop', HTMLElement),
    file: pageElement('file', HTMLInputElement),
    bounds: pageElement('bounds', HTMLElement),
    title: pageElement('title', HTMLInputElement),
    captions,
    encoding: pageElement('encoding', HTMLSelectElement),
    listed: pageElement('listed', HTMLInputElement),
    copy: pageElement('copy', HTMLInputElement),
    refusal,
    submit: pageElement('submit', HTMLButtonElement),
  },
  (video) => uploadList.add(video),
);

function chooseFile(): Promise<File | undefined> {
  const chosen = new Promise<File | undefined>((resolve) => {
    const settle = (): void => resolve(resume.files?.[0]);
    for (const name of ['change', 'cancel']) resume.addEventListener(name, settle, { once: true });
  });
  resume.value = '';
  resume.click();
  return chosen;
}

function showProblem(text: string): void {
  if (problem.textContent !== text) problem.textContent = text;
  problem.hidden = text === '';
}

let timer: ReturnType<typeof setTimeout> | undefined;
let isReading = false;
let isWanted = false;

/** Reads one at a time; a request during a read causes another read after it. */
async function refresh(): Promise<void> {
  isWanted = true;
  if (isReading) return;
  isReading = true;
  clearTimeout(timer);
  while (isWanted) {
    isWanted = false;
    const listed = await calls.list();
    if (listed.ok) {
      const { maxBytes, missingTools, uploads } = listed.videos;
      showProblem(missingTools ?? '');
      form.bound({ maxBytes, isClosed: missingTools !== null });
      uploadList.show(listed.videos);
      followReady(uploads);
      empty.hidden = uploads.length > 0;
    } else showProblem(listed.message);
  }
  isReading = false;
  timer = setTimeout(() => void refresh(), uploadList.isBusy ? BUSY_INTERVAL_MS : IDLE_INTERVAL_MS);
}

addEventListener('online', () => uploadList.goOn());
addEventListener('beforeunload', (event) => {
  if (uploadList.isSending) event.preventDefault();
});
void library.refresh();
void refresh();
