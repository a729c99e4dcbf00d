import { EngineEvents } from '../../../protocol/media/engine-events.ts';
import type { AudioTrackDescription, MediaEngine, MediaEngineState } from '../../../protocol/media/media-engine.ts';

/** An entry of `HTMLMediaElement.audioTracks`, which Safari fills for native HLS; TypeScript has no type for it. */
export interface NativeSoundTrack {
  readonly kind: string;
  readonly label: string;
  readonly language: string;
  enabled: boolean;
}
type NativeSoundTracks = EventTarget & ArrayLike<NativeSoundTrack>;

/** Kinds of audio-described tracks, by the names of Safari and of HTML. */
const DESCRIBED_KINDS: readonly string[] = ['description', 'descriptions', 'main-desc'];

/** Adds to an engine the sound tracks that the browser has found in a stream, and the choice among them. */
export function withSoundTracks(engine: MediaEngine, element: HTMLVideoElement): MediaEngine {
  const { audioTracks } = element as unknown as { readonly audioTracks: NativeSoundTracks };
  const events = new EngineEvents();
  const stop = new AbortController();
  let state: MediaEngineState | null = null;
  const emitState = (): void => {
    if (state === null || stop.signal.aborted) return;
    const tracks = Array.from(audioTracks);
    const audible = tracks.findIndex(({ enabled }) => enabled);
    events.emit('state', {
      ...state,
      audioTracks: tracks.map(describe),
      audioTrack: audible < 0 ? '' : String(audible),
    });
  };
  engine.on('state', (next) => {
    state = next;
    emitState();
  });
  for (const type of ['addtrack', 'removetrack', 'change'])
    audioTracks.addEventListener(type, emitState, { signal: stop.signal });
  return {
    path: engine.path,
    load: (source) => engine.load(source),
    recover: (seconds) => engine.recover(seconds),
    setQuality: (quality) => engine.setQuality(quality),
    setLimits: (limits) => engine.setLimits(limits),
    setTarget: (seconds) => engine.setTarget(seconds),
    observeElement: () => engine.observeElement?.(),
    setAudioTrack(id) {
      for (const [index, track] of Array.from(audioTracks).entries()) track.enabled = String(index) === id;
    },
    detach() {
      stop.abort();
      engine.detach();
    },
    on: (name, listener) => (name === 'state' ? events.on(name, listener) : engine.on(name, listener)),
  };
}

function describe({ kind, label, language }: NativeSoundTrack, index: number): AudioTrackDescription {
  return {
    id: String(index),
    name: label || language || String(index + 1),
    languageCode: language,
    isDescribed: DESCRIBED_KINDS.includes(kind),
  };
}
