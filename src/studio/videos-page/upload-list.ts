import type { VideoUpload, VideoUploads } from '../../../protocol/provider/video-uploads.ts';
import type { Addresses } from './addresses.ts';
import { VideoCard } from './video-card.ts';
import { cardView, isSameFile, type CardAction } from './card-view.ts';
import { idIn, type NewVideo, type ProviderCalls } from './provider-calls.ts';
import { Transfer } from './transfer.ts';

export interface UploadListDependencies {
  readonly calls: ProviderCalls;
  readonly addresses: Addresses;
  /** Origin of the page, for embed codes; the server may name a better origin. */
  readonly origin: string;
  readonly list: HTMLElement;
  /** Opens the file chooser; resolves with the chosen file, if any. */
  readonly chooseFile: () => Promise<File | undefined>;
  /** Announces the outcome of an upload to screen readers. */
  readonly announce: (text: string) => void;
  readonly complain: (text: string) => void;
  /** Called when the state on the server may have changed. */
  readonly onChange: () => void;
  /** Moves the focus after its card is removed. */
  readonly restoreFocus: () => void;
}

/** The list of uploads: combines their state on the server with the transfers of this page. */
export class UploadList {
  readonly #options: UploadListDependencies;
  readonly #transfers = new Map<string, Transfer>();
  readonly #cards = new Map<string, VideoCard>();
  readonly #announced = new Map<string, string>();
  #uploads: readonly VideoUpload[] = [];
  #receivedBefore = new Map<string, number>();
  #publicOrigin = '';

  constructor(options: UploadListDependencies) {
    this.#options = options;
  }

  get isSending(): boolean {
    return [...this.#transfers.values()].some(({ view }) => view.state !== 'stopped');
  }

  /** Whether an upload changes without an action of the operator. */
  get isBusy(): boolean {
    return this.#uploads.some(({ state }) => state === 'waiting' || state === 'preparing' || state === 'uploading');
  }

  show({ uploads, publicOrigin }: VideoUploads): void {
    this.#publicOrigin = publicOrigin;
    this.#receivedBefore = new Map(this.#uploads.map(({ id, receivedBytes }) => [id, receivedBytes]));
    this.#uploads = uploads;
    const arrived = uploads.filter(({ state }) => state !== 'uploading');
    for (const { id } of arrived) this.#transfers.delete(id);
    for (const id of [...this.#cards.keys()]) if (!uploads.some((upload) => upload.id === id)) this.#drop(id);
    for (const [index, upload] of uploads.entries()) {
      const { element } = this.#cardOf(upload);
      const before = this.#options.list.children[index];
      if (before !== element) this.#options.list.insertBefore(element, before ?? null);
    }
    this.#draw();
  }

  /** Begins an upload, or resumes an interrupted one of the same file. */
  async add(video: NewVideo): Promise<void> {
    const known = this.#uploads.find((upload) => isSameFile(upload, video.file) && !this.#transfers.has(upload.id));
    if (known !== undefined) return this.#send(video.file, known.id);
    this.#send(video.file, idIn(await this.#options.calls.create(video)));
  }

  /** Resumes all stopped transfers, when the connection is back. */
  goOn(): void {
    for (const transfer of this.#transfers.values()) transfer.goOn();
  }

  #send(file: File, id: string): void {
    const { addresses, onChange } = this.#options;
    const transfer = new Transfer({
      file,
      address: `${addresses.uploads}/${id}`,
      onChange: () => this.#draw(),
      onArrived: onChange,
    });
    this.#transfers.set(id, transfer);
    transfer.start();
    onChange();
  }

  #draw(): void {
    for (const upload of this.#uploads) {
      const transfer = this.#transfers.get(upload.id)?.view ?? null;
      const isSentElsewhere = upload.receivedBytes > (this.#receivedBefore.get(upload.id) ?? upload.receivedBytes);
      const view = cardView({ upload, transfer, isSentElsewhere });
      this.#cardOf(upload).show(upload, view);
      const { announcement } = view;
      if (announcement === '' || this.#announced.get(upload.id) === announcement) continue;
      this.#announced.set(upload.id, announcement);
      this.#options.announce(`${upload.fileName} ${announcement}`);
    }
  }

  #cardOf(upload: VideoUpload): VideoCard {
    const known = this.#cards.get(upload.id);
    if (known !== undefined) return known;
    const { addresses, origin } = this.#options;
    const ownAddress = addresses.embed(upload.id);
    const card = new VideoCard(upload, {
      ownAddress,
      publicAddress: (this.#publicOrigin || origin) + ownAddress,
      viewersAddress: addresses.viewers(upload.id),
      onAction: (action) => void this.#act(action, upload),
    });
    this.#cards.set(upload.id, card);
    return card;
  }

  #drop(id: string): void {
    const element = this.#cards.get(id)?.element;
    const had = element?.contains(document.activeElement) === true;
    element?.remove();
    this.#cards.delete(id);
    this.#announced.delete(id);
    if (had) this.#options.restoreFocus();
  }

  async #act(action: CardAction, upload: VideoUpload): Promise<void> {
    const { calls, complain, onChange } = this.#options;
    complain('');
    try {
      if (action === 'goOn') this.#transfers.get(upload.id)?.goOn();
      else if (action === 'choose') await this.#goOnWithFile(upload);
      else if (action === 'again') await calls.again(upload.id);
      else await this.#remove(upload.id);
    } catch (error) {
      complain(error instanceof Error ? error.message : String(error));
    }
    onChange();
  }

  async #goOnWithFile(upload: VideoUpload): Promise<void> {
    const file = await this.#options.chooseFile();
    if (file === undefined) return;
    if (!isSameFile(upload, file))
      throw new Error(`This is not the file that was begun: ${upload.fileName} of the same size and date is.`);
    this.#send(file, upload.id);
  }

  async #remove(id: string): Promise<void> {
    await this.#transfers.get(id)?.cancel();
    this.#transfers.delete(id);
    await this.#options.calls.remove(id);
    this.#uploads = this.#uploads.filter((upload) => upload.id !== id);
    this.#drop(id);
  }
}
