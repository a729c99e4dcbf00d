import type { LibraryChange, LibraryFindings, VideoLibrary } from '../../../protocol/provider/video-library.ts';
import type { VideoEdits } from '../videos/edit-video.ts';

/** Tasks that the videos page sends to the catalog thread, as plain data. */
export type LibraryTask =
  | { readonly kind: 'list'; readonly search: string; readonly after: number }
  | { readonly kind: 'check'; readonly id: string }
  | { readonly kind: 'edit'; readonly id: string; readonly revision: string; readonly edits: VideoEdits }
  | { readonly kind: 'addCaptions'; readonly id: string; readonly captions: CaptionsUpload }
  | { readonly kind: 'removeCaptions'; readonly id: string; readonly url: string }
  | { readonly kind: 'takePoster'; readonly id: string; readonly seconds: number }
  | { readonly kind: 'remove'; readonly id: string }
  | { readonly kind: 'restore'; readonly name: string }
  | { readonly kind: 'forget'; readonly name: string }
  | { readonly kind: 'sweep' };

export interface CaptionsUpload {
  /** File name with the language, such as `de.srt`. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly encoding: string | undefined;
}

export type LibraryList = Omit<VideoLibrary, 'publicOrigin'>;

export type LibraryResponse<Task extends LibraryTask> = Task extends { kind: 'list' }
  ? LibraryList
  : Task extends { kind: 'check' }
    ? LibraryFindings
    : LibraryChange;

/** Catalog, process and time of a task. */
export interface TaskContext {
  readonly catalogFolder: string;
  readonly followLinks: boolean;
  readonly processId: number;
  readonly nowMs: number;
}

/** Does a task in the current or in another thread. Throws {@link LibraryRefusal}. */
export type DoLibraryTask = <Task extends LibraryTask>(
  task: Task,
  context: TaskContext,
) => Promise<LibraryResponse<Task>>;
