import type { MediaWorkerApi } from '../../protocol/media/media-worker.ts';
import { fail, succeed } from '../../protocol/runtime/outcome.ts';
import type { MediaService } from './media-service.ts';

/** The interface that main calls in the worker, for its single open stream. */
export function mediaApi(service: MediaService): Omit<MediaWorkerApi, 'contacts'> {
  return {
    ping: () => 'ready',
    load: (load, view) => service.open(load, view as MessagePort),
    recover: (positionSeconds) =>
      service.session?.recover(positionSeconds) ?? Promise.resolve(fail('player.internal', 'closed')),
    setQuality: (quality) => service.session?.setQuality(quality),
    setLimits: (limits) => service.session?.setLimits(limits),
    setAudioTrack: (id) => service.session?.engine?.setAudioTrack(id),
    setCaptionTrack: (id) => service.session?.engine?.setCaptionTrack?.(id),
    setBox: (box) => service.session?.standIn.useBox(box),
    readSpans: async (...range) => {
      const spans = service.environment.spans();
      return spans === null ? fail('worker.unavailable', 'no engine') : succeed(spans.ring.read(...range));
    },
    writeTracks() {
      const spans = service.environment.spans();
      spans?.writeTracks();
      return spans !== null;
    },
  };
}
