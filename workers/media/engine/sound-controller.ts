import type { AudioStreamController } from 'hls.js';

export type SoundControllerClass = typeof AudioStreamController;

/**
 * hls.js holds the first sound back until it has pictures to place it by, and keeps it over a stop. After the next start
 * it takes the end of another segment for the end of that one, and loads no more sound: a seek in that moment would wait
 * forever. This one waits for nothing once it has stopped.
 */
export function soundController(Base: SoundControllerClass): SoundControllerClass {
  return class SoundController extends Base {
    override stopLoad(): void {
      super.stopLoad();
      this.resetLoadingState();
    }
  };
}
