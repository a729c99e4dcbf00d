import type { MediaEngineState } from '../../../protocol/media/media-engine.ts';
import type { QualityName } from '../../../protocol/host/player-info.ts';
import { qualityName } from '../../../protocol/media/quality.ts';
import type { StartPlan } from './start-plan.ts';

/** State of a stream until the engine reports its own levels. `known` are the provider's names of the qualities, if any. */
export function stateOf({ levels, level, isLive }: StartPlan, known?: readonly QualityName[]): MediaEngineState {
  return {
    qualities: known ?? [...new Set(levels.map(({ width, height }) => qualityName(width, height)).reverse()), 'auto'],
    quality: qualityName(level.width, level.height),
    automatic: true,
    isLive,
    seekable: null,
    audioTracks: [],
    audioTrack: '',
  };
}
