import type { MediaEngineState } from '../../../protocol/media/media-engine.ts';
import { qualityName } from '../../../protocol/media/quality.ts';
import type { StartPlan } from './start-plan.ts';

/** State of a stream until the engine reports its own levels: the lowest one plays. */
export function stateOf({ levels }: StartPlan): MediaEngineState {
  const names = [...new Set(levels.map(({ width, height }) => qualityName(width, height)).reverse())];
  return {
    qualities: [...names, 'auto'],
    quality: names[names.length - 1] ?? 'unknown',
    automatic: true,
    isLive: false,
    seekable: null,
    audioTracks: [],
    audioTrack: '',
  };
}
