import { SoundGraph } from './sound-graph.ts';

/** A context is made for it, which lasts as long as the page. */
export function openSoundGraph(media: HTMLMediaElement): SoundGraph {
  const context = new AudioContext();
  return new SoundGraph({ media, context, output: context.destination });
}
