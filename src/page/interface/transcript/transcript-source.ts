import type { EmbedParameters } from '../../../../protocol/page/embed-parameters.ts';
import type { OfferedTrack } from '../../player/captions/offered-track.ts';
import { preferredTrack } from '../../player/captions/preferred-track.ts';
import type { Player } from '../../player/player.ts';
import { SnapshotStore } from '../../player/snapshot-store.ts';
import { defineFeature } from '../shared/features.ts';
import { plainCue, readCues } from './read-cues.ts';
import { groupCues, type PlainCue, type TranscriptLine } from './group-cues.ts';

export interface TranscriptSnapshot {
  /** Caption tracks of the video, in its order. */
  readonly tracks: readonly OfferedTrack[];
  /** Index of the track that is read, or -1. */
  readonly index: number;
  readonly status: 'loading' | 'ready' | 'failed';
  readonly lines: readonly TranscriptLine[];
}

export interface TranscriptSourceDependencies {
  readonly player: Pick<Player, 'getSnapshot' | 'subscribe'>;
  readonly parameters: Pick<EmbedParameters, 'cc_lang_pref' | 'hl'>;
  readonly read: (track: OfferedTrack, signal: AbortSignal) => Promise<readonly PlainCue[]>;
  readonly reportError: (error: unknown) => void;
}

const NOTHING: TranscriptSnapshot = { tracks: [], index: -1, status: 'loading', lines: [] };

/**
 * The text of the captions, in the language of the captions that are on, or that would be turned on. Reads while it has subscribers, and
 * does not change the captions.
 */
export class TranscriptSource {
  readonly #dependencies: TranscriptSourceDependencies;
  readonly #store: SnapshotStore<TranscriptSnapshot>;
  #subscribers = 0;
  #stop: () => void = () => undefined;
  /** Index of the captions that were on when the language was last decided. */
  #active = -1;
  #reading = new AbortController();

  constructor(dependencies: TranscriptSourceDependencies) {
    this.#dependencies = dependencies;
    this.#store = new SnapshotStore(NOTHING, dependencies.reportError);
  }

  get = (): TranscriptSnapshot => this.#store.get();

  subscribe = (listener: () => void): (() => void) => {
    const unsubscribe = this.#store.subscribe(listener);
    this.#subscribers += 1;
    if (this.#subscribers === 1) this.#start();
    return () => {
      unsubscribe();
      this.#subscribers -= 1;
      if (this.#subscribers === 0) this.#end();
    };
  };

  /** Chooses another language, until the language of the captions changes. */
  choose(index: number): void {
    const { tracks } = this.get();
    if (index !== this.get().index) this.#read(tracks, index);
  }

  #start(): void {
    this.#stop = this.#dependencies.player.subscribe(this.#follow);
    // A read that has failed, or was aborted, is repeated.
    if (this.get().status !== 'ready') this.#store.update(NOTHING);
    this.#follow();
  }

  #end(): void {
    this.#stop();
    this.#reading.abort();
  }

  readonly #follow = (): void => {
    const { tracks, active } = this.#dependencies.player.getSnapshot().captions;
    const isSameVideo = tracks === this.get().tracks;
    const wasActive = this.#active;
    this.#active = active;
    if (active >= 0 && (active !== wasActive || !isSameVideo)) this.#read(tracks, active);
    else if (!isSameVideo) this.#read(tracks, preferredTrack(tracks, this.#dependencies.parameters));
  };

  #read(tracks: readonly OfferedTrack[], index: number): void {
    this.#reading.abort();
    const reading = new AbortController();
    this.#reading = reading;
    const track = tracks[index];
    this.#store.update({ tracks, index: track === undefined ? -1 : index, status: 'loading', lines: [] });
    if (track === undefined) return;
    const end = (change: Partial<TranscriptSnapshot>): void => {
      if (!reading.signal.aborted) this.#store.update(change);
    };
    const show = (cues: readonly PlainCue[]): void => end({ status: 'ready', lines: groupCues(cues) });
    const { inStream } = track;
    if (inStream !== undefined) {
      // Shows the loaded cues of the stream, and again when further cues arrive.
      const showAll = (): void => show(inStream.cues.map(plainCue));
      inStream.use(showAll, reading.signal);
      return showAll();
    }
    this.#dependencies.read(track, reading.signal).then(show, () => end({ status: 'failed' }));
  }
}

export const transcriptSource = defineFeature(
  ({ page, playback }) =>
    new TranscriptSource({
      player: playback.player,
      parameters: page.parameters,
      read: (track, signal) => readCues(page.media, track, signal),
      reportError: page.reportError,
    }),
);
