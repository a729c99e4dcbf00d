import type { AudioStreamController } from 'hls.js';

export type SoundControllerClass = typeof AudioStreamController;

/**
 * hls.js holds the first sound segment back until it has pictures to place it by, and keeps it across a stop. After the next
 * start it mistakes the end of another segment for the end of the held segment, and loads no more sound: a seek in that moment
 * would wait forever. This controller drops the held segment when it stops.
 */
export function soundController(Base: SoundControllerClass): SoundControllerClass {
  return class SoundController extends Base {
    override stopLoad(): void {
      super.stopLoad();
      this.resetLoadingState();
    }
  };
}
