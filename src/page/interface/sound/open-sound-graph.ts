import { SoundGraph } from './sound-graph.ts';

/** Opens a sound graph with an audio context, which lasts as long as the page. */
export function openSoundGraph(media: HTMLMediaElement): SoundGraph {
  const context = new AudioContext();
  return new SoundGraph({ media, context, output: context.destination });
}
