import type { NewVideo } from './provider-calls.ts';
import { foreignFile, HEAD_BYTES } from '../../../protocol/media/file-kinds.ts';
import { formatBytes } from '../../../protocol/runtime/format-bytes.ts';

export interface VideoFormParts {
  readonly form: HTMLFormElement;
  readonly drop: HTMLElement;
  readonly file: HTMLInputElement;
  readonly bounds: HTMLElement;
  readonly title: HTMLInputElement;
  readonly captions: HTMLInputElement;
  readonly encoding: HTMLSelectElement;
  readonly listed: HTMLInputElement;
  readonly copy: HTMLInputElement;
  readonly refusal: HTMLElement;
  readonly submit: HTMLButtonElement;
}

export interface VideoFormBounds {
  readonly maxBytes: number;
  /** Whether no video can be added now. */
  readonly isClosed: boolean;
}

/** The form to drop or choose a video file and set its options. */
export class VideoForm {
  readonly #parts: VideoFormParts;
  readonly #onAdd: (video: NewVideo) => Promise<void>;
  #bounds: VideoFormBounds = { maxBytes: Infinity, isClosed: false };
  #isAdding = false;

  /** @param onAdd Adds the video; throws an error with the reason if it is refused. */
  constructor(parts: VideoFormParts, onAdd: (video: NewVideo) => Promise<void>) {
    this.#parts = parts;
    this.#onAdd = onAdd;
    parts.form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#add();
    });
    parts.file.addEventListener('change', () => void this.#check(parts.file.files?.[0]));
    this.#takeDrops();
  }

  bound(bounds: VideoFormBounds): void {
    this.#bounds = bounds;
    const { bounds: text, file, submit } = this.#parts;
    text.textContent = `Video or sound of any kind, ${formatBytes(bounds.maxBytes)} at most.`;
    file.disabled = bounds.isClosed;
    submit.disabled = bounds.isClosed || this.#isAdding;
  }

  #takeDrops(): void {
    const { drop } = this.#parts;
    const mark = (isOver: boolean) => (event: DragEvent) => {
      event.preventDefault();
      drop.classList.toggle('over', isOver && !this.#bounds.isClosed);
    };
    // Listens on the whole window: a browser would open a file that is dropped beside the marked area.
    addEventListener('dragover', mark(true));
    addEventListener('dragleave', mark(false));
    addEventListener('drop', (event) => {
      mark(false)(event);
      if (!this.#bounds.isClosed) this.#take(event.dataTransfer?.files);
    });
  }

  #take(files: FileList | undefined): void {
    if (files === undefined || files.length === 0) return;
    if (files.length > 1) return this.#complain(`One video at a time: these are ${files.length} files.`);
    const { file } = this.#parts;
    file.files = files;
    file.dispatchEvent(new Event('change'));
    this.#parts.submit.focus();
  }

  async #add(): Promise<void> {
    const { form, file, title, captions, encoding, listed, copy, submit } = this.#parts;
    const chosen = file.files?.[0];
    if (chosen === undefined) this.#complain('Choose a video first.');
    if (chosen === undefined || this.#isAdding) return file.focus();
    this.#isAdding = submit.disabled = true;
    try {
      const fault = this.#faultOf(chosen) || (await foreignFault(chosen));
      if (fault !== '') throw new Error(fault);
      this.#complain('');
      await this.#onAdd({
        file: chosen,
        title: title.value.trim(),
        captions: [...(captions.files ?? [])],
        captionsEncoding: encoding.value,
        isListed: listed.checked,
        copies: copy.checked,
      });
      form.reset();
    } catch (error) {
      this.#complain(error instanceof Error ? error.message : String(error));
    }
    this.#isAdding = false;
    submit.disabled = this.#bounds.isClosed;
    submit.focus();
  }

  /** Reports faults of a file when it is chosen, before anything is sent. */
  async #check(file: File | undefined): Promise<void> {
    const fault = file === undefined ? '' : this.#faultOf(file) || (await foreignFault(file));
    if (this.#parts.file.files?.[0] === file) this.#complain(fault);
  }

  #faultOf(file: File): string {
    const { maxBytes } = this.#bounds;
    if (file.size === 0) return `${file.name} is empty: 0 bytes.`;
    if (file.size > maxBytes)
      return `${file.name} is too large: ${formatBytes(file.size)}, and at most ${formatBytes(maxBytes)} are taken.`;
    return '';
  }

  #complain(text: string): void {
    this.#parts.refusal.textContent = text;
  }
}

const ADVICE = {
  picture: 'Choose the video itself; its poster is taken out of it.',
  animation: 'Save it as MP4 with the program that made it, and choose that.',
  other: 'Choose the video itself.',
} as const;

/** Fault that the first bytes of a file show before it is uploaded; empty for a file that may be a video. */
async function foreignFault(file: File): Promise<string> {
  const head = await file.slice(0, HEAD_BYTES).arrayBuffer();
  const foreign = foreignFile(new Uint8Array(head));
  return foreign === undefined ? '' : `${file.name} is ${foreign.name}, not a video. ${ADVICE[foreign.kind]}`;
}
