import { VideoId } from '../../../protocol/identifiers.ts';
import type { VideoUpload, PreparedVideo } from '../../../protocol/provider/video-uploads.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { removeWorkOn } from '../preparation/begun-work.ts';
import { requireWritable } from '../preparation/require-writable.ts';
import { placesOf } from '../preparation/work-folder.ts';
import type { UploadRecord, VideoUploadOptions } from './upload-record.ts';
import { nextUploadState, type UploadEvent } from './upload-state.ts';
import { PreparationQueue } from './preparation-queue.ts';
import type { OnPreparationProgress, PreparationResult, PrepareUpload } from './preparation-job.ts';
import type { ReadDiskSpace, UploadFolder } from './upload-folder.ts';
import { UploadRefusal } from './upload-refusal.ts';
import type { AcceptCaptions } from './captions-thread.ts';
import { refuseWithoutRoom } from './upload-rules.ts';

export interface VideoUploadsOptions {
  readonly folder: UploadFolder;
  readonly catalogFolder: string;
  readonly clock: Clock;
  readonly prepare: PrepareUpload;
  readonly acceptCaptions: AcceptCaptions;
  readonly readDiskSpace: ReadDiskSpace;
  /** An upload without a change for this long is deleted. */
  readonly keptMs: number;
  /** Reports a new video in the catalog. */
  readonly onAdded: () => Promise<void>;
  readonly onBug: (error: unknown) => void;
}

/** Limit of uploads, including finished ones that were not removed from the list. */
const UPLOADS_MAX = 200;
const SWEEP_INTERVAL_MS = 3_600_000;

/** All uploads, each in a state of `upload-state.ts` and stored on the disk, from the first byte to the prepared video. */
export class VideoUploads {
  readonly #options: VideoUploadsOptions;
  readonly #records = new Map<string, UploadRecord>();
  readonly #queue: PreparationQueue;
  /** Settles when all writes so far are done; writes run one after the other. */
  #saved: Promise<void> = Promise.resolve();
  #cancelSweep: () => void = () => undefined;

  private constructor(options: VideoUploadsOptions) {
    this.#options = options;
    this.#queue = new PreparationQueue((...args) => this.#prepare(...args), options.clock);
  }

  /** Opens the uploads, and resumes those of earlier runs. */
  static async open(options: VideoUploadsOptions): Promise<VideoUploads> {
    const uploads = new VideoUploads(options);
    const records = await options.folder.readAll();
    for (const record of records.toSorted((one, other) => one.changedAtMs - other.changedAtMs))
      uploads.#records.set(record.id, record);
    for (const id of [...uploads.#records.keys()]) await uploads.#goOn(id);
    await uploads.#sweep();
    return uploads;
  }

  /** Newest first. */
  async list(): Promise<VideoUpload[]> {
    const shown = [...this.#records.values()].map(async (record): Promise<VideoUpload> => {
      const { id, fileName, sizeBytes, modifiedMs, state, fault, isFaultOfFile, film } = record;
      const receivedBytes = state === 'uploading' ? await this.#receivedBytes(id) : sizeBytes;
      const [place, progress] = [this.#queue.placeOf(id), this.#queue.progressOf(id)];
      const shared = { id, fileName, sizeBytes, modifiedMs, receivedBytes, state, place, progress, fault, film };
      return { ...shared, ...(isFaultOfFile === true ? { isFaultOfFile } : {}) };
    });
    return (await Promise.all(shown)).toReversed();
  }

  /** Throws {@link UploadRefusal} if there is no room for the upload, and the system's error if its video could not be written. */
  async create(id: string, options: VideoUploadOptions): Promise<void> {
    if (this.#records.size >= UPLOADS_MAX)
      throw new UploadRefusal(409, `There are ${UPLOADS_MAX} uploads already. Remove some first.`);
    const { folder, catalogFolder, readDiskSpace } = this.#options;
    await requireWritable(placesOf(catalogFolder));
    refuseWithoutRoom(
      await readDiskSpace(folder.files, catalogFolder),
      options.sizeBytes + (await this.#pendingBytes()),
      options.sizeBytes,
    );
    const changedAtMs = this.#options.clock.now();
    this.#records.set(id, { ...options, id, captions: [], state: 'uploading', fault: null, film: null, changedAtMs });
    await this.#save(id).catch((error: unknown) => {
      // An upload without a record on the disk must not exist: a restart would lose it.
      this.#records.delete(id);
      throw error;
    });
  }

  /** Adds captions, as WebVTT, to an upload whose video has not fully arrived. Throws {@link UploadRefusal}. */
  async addCaptions(id: string, name: string, bytes: Uint8Array, encoding?: string): Promise<void> {
    const record = this.#recordOf(id);
    if (record.state !== 'uploading') throw new UploadRefusal(409, 'The video has arrived: captions come before it.');
    const number = record.captions.length + 1;
    const { file, webVtt, remarks } = await this.#options.acceptCaptions(name, bytes, { number, encoding });
    const now = this.#recordOf(id);
    // Two concurrent captions files would get the same number.
    if (now !== record) throw new UploadRefusal(409, 'The upload has changed meanwhile: send the captions again.');
    this.#records.set(id, {
      ...record,
      captions: [...record.captions, file],
      remarks: [...(record.remarks ?? []), ...remarks],
    });
    await this.#options.folder.writeCaptions(id, file, webVtt);
    await this.#save(id);
  }

  /** Queues an upload whose bytes have all arrived. */
  async arrived(id: string): Promise<void> {
    if (!this.#change(id, 'arrived')) return;
    await this.#save(id);
    this.#queue.add(id);
  }

  /** Queues a failed upload again. Throws {@link UploadRefusal}. */
  async again(id: string): Promise<void> {
    const { state } = this.#recordOf(id);
    if (!this.#change(id, 'again', { fault: null, isFaultOfFile: undefined }))
      throw new UploadRefusal(409, `Only what failed can be tried again; this is ${state}.`);
    await this.#save(id);
    this.#queue.add(id);
  }

  /** Cancels and deletes an upload. A finished video stays in the catalog. */
  async remove(id: string): Promise<void> {
    this.#recordOf(id);
    this.#records.delete(id);
    await this.#queue.remove(id);
    await removeWorkOn(this.#options.catalogFolder, id);
    await this.#save(id);
  }

  /** Interrupts the running preparation, which the next start resumes. */
  async close(): Promise<void> {
    this.#cancelSweep();
    await this.#queue.close();
    await this.#saved;
  }

  #recordOf(id: string): UploadRecord {
    const record = this.#records.get(id);
    if (record === undefined || !VideoId.safeParse(id).success)
      throw new UploadRefusal(404, 'There is no such upload.');
    return record;
  }

  async #receivedBytes(id: string): Promise<number> {
    return (await this.#options.folder.receivedBytes(id)) ?? 0;
  }

  async #pendingBytes(): Promise<number> {
    const going = [...this.#records.values()].filter(({ state }) => state === 'uploading');
    const pending = going.map(async ({ id, sizeBytes }) => sizeBytes - (await this.#receivedBytes(id)));
    return (await Promise.all(pending)).reduce((total, bytes) => total + bytes, 0);
  }

  /** Resumes an upload after a start of the server, which may have ended in any state of the upload. */
  async #goOn(id: string): Promise<void> {
    const { state, sizeBytes } = this.#recordOf(id);
    const receivedBytes = await this.#options.folder.receivedBytes(id);
    if (state === 'uploading' && receivedBytes === undefined) return this.remove(id);
    if (state === 'uploading' && receivedBytes === sizeBytes) return this.arrived(id);
    if (this.#change(id, 'interrupted')) await this.#save(id);
    if (this.#recordOf(id).state === 'waiting') this.#queue.add(id);
  }

  async #prepare(id: string, onProgress: OnPreparationProgress, signal: AbortSignal): Promise<void> {
    const record = this.#recordOf(id);
    const { folder, catalogFolder, prepare, onBug } = this.#options;
    const job = { ...record, filePath: folder.filePath(id), captionPaths: folder.captionPaths(record), catalogFolder };
    this.#change(id, 'begun');
    await this.#save(id);
    const result = await prepare(job, onProgress, signal).catch((error: unknown): PreparationResult => {
      onBug(error);
      return { ok: false, message: String(error) };
    });
    if (result.ok) await this.#prepared(id, result.film);
    else if (signal.aborted) await this.#unprepared(id, 'interrupted', { fault: null });
    else await this.#unprepared(id, 'failed', { fault: result.message, isFaultOfFile: result.isOfFile });
  }

  async #unprepared(id: string, event: UploadEvent, fields: Partial<UploadRecord>): Promise<void> {
    if (this.#change(id, event, fields)) await this.#save(id);
  }

  async #prepared(id: string, film: PreparedVideo): Promise<void> {
    // The embed of a video works before its upload is reported as ready.
    await this.#options.onAdded().catch(this.#options.onBug);
    const remarks = [...(this.#records.get(id)?.remarks ?? []), ...(film.remarks ?? [])];
    if (!this.#change(id, 'prepared', { film: { ...film, ...(remarks.length > 0 ? { remarks } : {}) } })) return;
    await this.#save(id);
    await this.#options.folder.removeFile(id);
  }

  /** Applies an event; returns `false`, without a change, if the event does not happen in the upload's state. */
  #change(id: string, event: UploadEvent, fields: Partial<UploadRecord> = {}): boolean {
    const record = this.#records.get(id);
    const state = record && nextUploadState(record.state, event);
    if (record === undefined || state === undefined) return false;
    // An upload keeps its place in the queue by its time of arrival, also after a restart.
    const keepsPlace = event === 'begun' || event === 'interrupted';
    const changedAtMs = keepsPlace ? record.changedAtMs : this.#options.clock.now();
    this.#records.set(id, { ...record, ...fields, state, changedAtMs });
    return true;
  }

  /** Writes the present record, or removes the file of a removed upload. */
  #save(id: string): Promise<void> {
    const { folder } = this.#options;
    const saved = this.#saved.then(() => {
      const record = this.#records.get(id);
      return record === undefined ? folder.remove(id) : folder.write(record);
    });
    this.#saved = saved.catch(() => undefined);
    return saved;
  }

  async #sweep(): Promise<void> {
    const { clock, keptMs, folder, onBug } = this.#options;
    for (const { id, state, changedAtMs } of [...this.#records.values()]) {
      if (state === 'waiting' || state === 'preparing') continue;
      const receivedAtMs = state === 'uploading' ? ((await folder.receivedAtMs(id)) ?? 0) : 0;
      if (clock.now() - Math.max(changedAtMs, receivedAtMs) > keptMs) await this.remove(id);
    }
    this.#cancelSweep = clock.after(SWEEP_INTERVAL_MS, () => void this.#sweep().catch(onBug));
  }
}
