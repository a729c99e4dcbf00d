import Hls, { Fragment, PlaylistLevelType, type AudioStreamController } from 'hls.js';
import { expect, test, vi } from 'vitest';
import { soundController, type SoundControllerClass } from '../../../../../workers/media/engine/sound-controller.ts';

const Base = Hls.DefaultConfig.audioStreamController as SoundControllerClass;

/** Stops loading in hls.js while its first sound waits for pictures, and returns the sound that still waits. */
function waitingAfterStop(Controller: SoundControllerClass): unknown {
  // hls.js refers to the global object as `self`.
  vi.stubGlobal('self', globalThis);
  const hls = new Hls({ audioStreamController: Controller });
  const controller = (hls as unknown as { audioStreamController: AudioStreamController }).audioStreamController;
  const waiting = controller as unknown as { state: string; waitingData: unknown };
  waiting.state = 'WAITING_INIT_PTS';
  waiting.waitingData = { frag: new Fragment(PlaylistLevelType.AUDIO, '') };
  hls.stopLoad();
  const left = waiting.waitingData;
  hls.destroy();
  vi.unstubAllGlobals();
  return left;
}

test('sound that waits for pictures is discarded when loading stops', () => {
  expect(waitingAfterStop(soundController(Base))).toBeNull();
});

test('hls.js without the correction keeps sound that waits for pictures when loading stops', () => {
  expect(waitingAfterStop(Base)).not.toBeNull();
});
