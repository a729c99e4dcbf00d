import Hls, { Fragment, PlaylistLevelType, type AudioStreamController } from 'hls.js';
import { expect, test, vi } from 'vitest';
import { soundController, type SoundControllerClass } from '../../../../../workers/media/engine/sound-controller.ts';

const Base = Hls.DefaultConfig.audioStreamController as SoundControllerClass;

/** Stops a real one of hls.js while the first sound waits for pictures, and returns what it still waits for. */
function waitingAfterStop(Controller: SoundControllerClass): unknown {
  // The name of the global object that hls.js uses.
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

test('sound that waited for pictures when loading stopped is forgotten', () => {
  expect(waitingAfterStop(soundController(Base))).toBeNull();
});

test('hls.js alone still keeps it, so that the next segment never ends', () => {
  expect(waitingAfterStop(Base)).not.toBeNull();
});
