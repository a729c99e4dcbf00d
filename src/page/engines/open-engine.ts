import type { PlayerErrorCode } from '../../../protocol/errors.ts';
import type { MediaEngine, MediaPath, MediaSourceDescription } from '../../../protocol/media/media-engine.ts';
import type { MediaEngineModule } from '../../../protocol/media/media-engine-module.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { SpanRing } from '../../../protocol/runtime/profiling/span-ring.ts';
import { fail, succeed, type Failure, type Outcome } from '../../../protocol/runtime/outcome.ts';
import type { FileHeadStart } from '../boot/boot-state.ts';
import type { MediaSupport } from './media-support.ts';
import type { NativeEngineDependencies } from './native-engine.ts';

/** MSE is checked first: Chromium also reports native HLS, but then offers no choice of quality. */
export function chooseMediaPath(source: MediaSourceDescription, support: MediaSupport): MediaPath | PlayerErrorCode {
  // Keys are given to the element, which workers cannot reach, and native HLS is not connected to a key system.
  const isOpen = source.drm === undefined;
  if (support.isForReceiver && isOpen) {
    if (source.progressive.length > 0) return 'progressive';
    if (source.hlsManifestUrl !== undefined && support.nativeHls) return 'native';
  }
  if (source.hlsManifestUrl !== undefined && support.mediaSourceInWorker && isOpen) return 'worker';
  if (source.hlsManifestUrl !== undefined && support.mediaSource) return 'main';
  if (!isOpen && source.progressive.length === 0) return 'drm.unavailable';
  if (source.hlsManifestUrl !== undefined && support.nativeHls && isOpen) return 'native';
  if (source.isLive) return 'html5.unsupportedlive';
  if (source.progressive.length > 0) return 'progressive';
  return source.hlsManifestUrl === undefined ? 'fmt.noneavailable' : 'html5.missingapi';
}

export interface OpenEngineDependencies {
  readonly element: HTMLVideoElement;
  readonly clock: Clock;
  readonly spans: SpanRing;
  readonly support: MediaSupport;
  /** Loads the module of the HLS engine, which is large and not always needed. */
  readonly loadHlsEngine: () => Promise<MediaEngineModule>;
  readonly createWorkerEngine: () => MediaEngine;
  readonly takeHeadStart: () => FileHeadStart | null;
}

/** Opens an engine for one source; the source is not loaded yet. */
export async function openEngine(
  source: MediaSourceDescription,
  dependencies: OpenEngineDependencies,
): Promise<Outcome<MediaEngine>> {
  const { element, clock, support, createWorkerEngine, takeHeadStart } = dependencies;
  const path = chooseMediaPath(source, support);
  switch (path) {
    case 'worker':
      return succeed(createWorkerEngine());
    case 'main':
      return openMainEngine(dependencies);
    case 'native':
    case 'progressive':
      return openNativeEngine({ element, path, clock, takeHeadStart });
    default:
      return fail(path, `no way to play it here: ${path}`);
  }
}

async function openMainEngine({
  element,
  spans,
  loadHlsEngine,
}: OpenEngineDependencies): Promise<Outcome<MediaEngine>> {
  try {
    return succeed((await loadHlsEngine()).createMediaEngine(element, { spans }));
  } catch (error) {
    return notLoaded(error);
  }
}

/**
 * Most streams do not use the native engine, so its code is a separate chunk; a file that the inline script has started plays while
 * the chunk loads. The reader of sound tracks, which few browsers list, is another chunk; without it the browser's own choice plays.
 */
async function openNativeEngine(options: NativeEngineDependencies): Promise<Outcome<MediaEngine>> {
  const { element, path } = options;
  const listsSound = path === 'native' && 'audioTracks' in element;
  try {
    const [{ NativeEngine }, sound] = await Promise.all([
      import('./native-engine.ts'),
      listsSound ? import('./native-sound.ts').catch(() => null) : null,
    ]);
    const engine = new NativeEngine(options);
    return succeed(sound === null ? engine : sound.withSoundTracks(engine, element));
  } catch (error) {
    return notLoaded(error);
  }
}

function notLoaded(error: unknown): Failure {
  return fail('net.connect', `the engine did not load: ${error}`);
}
