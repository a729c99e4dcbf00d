import * as Comlink from 'comlink';
import type { MediaEngine, MediaEngineModule } from '../../protocol/media-engine.ts';
import type { ElementMessage, EngineMessage, MediaWorkerApi } from '../../protocol/media-worker.ts';
import { fail, succeed, type Outcome } from '../../protocol/outcome.ts';
import { MediaStandIn } from './media-stand-in.ts';

/**
 * Composition root of the media worker: the whole engine and its MediaSource live here, so that main sees neither
 * manifests nor segments (path A of design.md 5).
 */

declare const self: DedicatedWorkerGlobalScope & {
  HTMLVideoElement?: typeof MediaStandIn;
  ManagedMediaSource?: typeof MediaSource;
};

/** hls.js asks `media instanceof HTMLVideoElement`, a name that workers do not have. */
self.HTMLVideoElement = MediaStandIn;

interface Session {
  readonly engine: MediaEngine;
  readonly standIn: MediaStandIn;
  readonly view: MessagePort;
}

let session: Session | null = null;

function closeSession(): void {
  session?.engine.detach();
  session?.view.close();
  session = null;
}

/** Loaded late, because hls.js looks for the global names at its first breath. */
async function loadEngineModule(url: string): Promise<Outcome<MediaEngineModule<MediaStandIn, MediaSource>>> {
  try {
    return succeed((await import(/* @vite-ignore */ url)) as MediaEngineModule<MediaStandIn, MediaSource>);
  } catch (error) {
    return fail('net.connect', `the player's engine did not load: ${String(error)}`);
  }
}

const api: MediaWorkerApi = {
  ping: () => 'ready',

  async load(source, engineUrl, port, box) {
    closeSession();
    const view = port as unknown as MessagePort;
    const post = (message: EngineMessage, transfer: Transferable[] = []): void => view.postMessage(message, transfer);
    const standIn = new MediaStandIn({
      seek: (seconds, seekNumber) => post({ kind: 'seek', seconds, seekNumber }),
      now: () => performance.timeOrigin + performance.now(),
    });
    standIn.useBox(box);
    const openMediaSource = (): MediaSource => {
      const isManaged = self.ManagedMediaSource !== undefined;
      const mediaSource = new (self.ManagedMediaSource ?? MediaSource)();
      standIn.useMediaSource(mediaSource);
      mediaSource.addEventListener('sourceopen', () => post({ kind: 'open' }), { once: true });
      const { handle } = mediaSource;
      post({ kind: 'handle', handle, isManaged }, [handle]);
      return mediaSource;
    };
    view.addEventListener('message', ({ data }: MessageEvent<ElementMessage>) => standIn.receive(data));
    view.start();
    const module = await loadEngineModule(engineUrl);
    if (!module.ok) return module;
    const engine = module.value.createMediaEngine(standIn, openMediaSource);
    engine.on('state', (state) => post({ kind: 'state', state }));
    engine.on('fatal', (fatal) => post({ kind: 'fatal', fatal }));
    engine.on('trouble', ({ detail }) => post({ kind: 'trouble', detail }));
    session = { engine, standIn, view };
    const loaded = await engine.load(source);
    return loaded.ok ? succeed(undefined) : loaded;
  },

  detach: closeSession,
  setQuality: (quality) => session?.engine.setQuality(quality),
  setAudioTrack: (id) => session?.engine.setAudioTrack(id),
  setBox: (box) => session?.standIn.useBox(box),
};

Comlink.expose(api);
