import type { MediaEngineState } from '../../../protocol/media/media-engine.ts';
import { qualityName } from '../../../protocol/media/quality.ts';
import type { StartPlan } from './start-plan.ts';

/** State of a stream until the engine reports its own levels. */
export function stateOf({ levels, level, isLive }: StartPlan): MediaEngineState {
  const names = [...new Set(levels.map(({ width, height }) => qualityName(width, height)).reverse())];
  return {
    qualities: [...names, 'auto'],
    quality: qualityName(level.width, level.height),
    automatic: true,
    isLive,
    seekable: null,
    audioTracks: [],
    audioTrack: '',
  };
}
