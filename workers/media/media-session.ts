import type { MediaEngine, MediaEngineEvents, MediaSourceDescription } from '../../protocol/media/media-engine.ts';
import { FIRST_LIMITS, type LoadingLimits } from '../../protocol/media/loading-limits.ts';
import type {
  ElementMessage,
  EngineEventMessage,
  EngineEventName,
  EngineMessage,
  MediaLoad,
} from '../../protocol/media/media-worker.ts';
import { succeed, type Outcome } from '../../protocol/runtime/outcome.ts';
import type { QualityName } from '../../protocol/host/player-info.ts';
import { findStart, type Start } from './head-start/find-start.ts';
import { byAddress, takeKept } from './head-start/kept-responses.ts';
import type { MediaSessionEnvironment } from './media-session-environment.ts';
import { MediaStandIn } from './media-stand-in.ts';
import { ENGINE_DELAY_MAX_MS, loadEngine, type EngineModule } from './load-engine.ts';
import { DECLINED } from './head-start/start-plan.ts';
import { HeadStart, type StartedStream } from './head-start/head-start.ts';
import { stateOf } from './head-start/start-state.ts';
import { HAVE_FUTURE_DATA } from './ready-states.ts';

/** Decoders hold back the last frames until the stream has ended: an element stopped with 0.69 s ahead. */
const UNPLAYABLE_SECONDS = 1;

/** One stream for one element: a head start where the stream allows it, then the engine from the first frame on. */
export class MediaSession {
  readonly #environment: MediaSessionEnvironment;
  #source: MediaSourceDescription;
  readonly #engineUrl: string;
  readonly #opensEarly: boolean;
  readonly #view: MessagePort;
  readonly standIn: MediaStandIn;
  engine: MediaEngine | null = null;
  #openedEarly: MediaSource | null = null;
  #headStart: HeadStart | null = null;
  #engineWanted: () => void = () => undefined;
  /** Place where the head start begins; for live streams it is known only from their playlists. */
  #startSeconds: number;
  #quality: QualityName;
  #limits = FIRST_LIMITS;
  #isClosed = false;

  constructor(
    { source, engineUrl, box, startsWithoutEngine = false }: MediaLoad,
    view: MessagePort,
    environment: MediaSessionEnvironment,
  ) {
    this.#environment = environment;
    this.#source = source;
    this.#opensEarly = startsWithoutEngine;
    this.#startSeconds = source.startSeconds;
    this.#quality = source.quality ?? 'auto';
    this.#engineUrl = engineUrl;
    this.#view = view;
    this.standIn = new MediaStandIn({
      seek: (seconds, seekNumber, targetNumber) => this.#post({ kind: 'seek', seconds, seekNumber, targetNumber }),
      clock: environment.clock,
      isFollowedEarly: environment.isEarly,
    });
    this.standIn.useBox(box);
    view.addEventListener('message', ({ data }: MessageEvent<ElementMessage>) => this.#receive(data));
    view.start();
  }

  /** Succeeds when the handle of a source has been sent to the element. */
  async open(): Promise<Outcome<void>> {
    const source = this.#source;
    const started = await findStart({
      source,
      environment: this.#environment,
      isOver: () => this.#isClosed || this.engine !== null,
      onWait: () => {
        if (this.#opensEarly) this.#openedEarly = this.#openMediaSource();
      },
    });
    // During the wait, a recovery has opened the engine, or the page has closed the stream.
    if (source !== this.#source || this.#isClosed) return DECLINED;
    if (!started.ok || this.#quality !== (source.quality ?? 'auto')) return this.#openEngine();
    const engineIsWanted = new Promise<void>((resolve) => (this.#engineWanted = resolve));
    const headStart = await this.#start(started.value);
    if (headStart === null) return this.#openEngine();
    void this.#follow(headStart, engineIsWanted);
    return succeed(undefined);
  }

  close(): void {
    this.#isClosed = true;
    this.#endStart();
    this.engine?.detach();
    this.#view.close();
  }

  recover(positionSeconds: number): Promise<Outcome<void>> {
    this.#source = { ...this.#source, startSeconds: positionSeconds };
    this.#endStart();
    return this.engine === null ? this.#openEngine() : this.engine.recover(positionSeconds);
  }

  setQuality(quality: QualityName): void {
    if (quality === this.#quality) return;
    this.#quality = quality;
    this.#engineWanted();
    this.engine?.setQuality(quality);
  }

  /** Limits of the engine; the limits of a head start are lower. */
  setLimits(limits: LoadingLimits): void {
    this.#limits = limits;
    this.engine?.setLimits(limits);
  }

  #endStart(): void {
    this.#headStart?.abort();
    this.#headStart = null;
    this.#engineWanted();
  }

  async #start(start: Start): Promise<HeadStart | null> {
    const { clock, note } = this.#environment;
    const { plan } = start;
    const startMs = clock.monotonicNow();
    this.#startSeconds = start.startSeconds;
    const headStart = new HeadStart({
      ...this.#environment,
      ...start,
      mediaSource: this.#openedEarly ?? this.#openMediaSource(),
      position: () => this.standIn.currentTime,
      trackEnded: () => this.#engineWanted(),
    });
    this.#headStart = headStart;
    // A live stream begins in the middle of its first segment; the element must not first show a picture of another place.
    if (plan.isLive) this.#seekToStart();
    try {
      await headStart.start();
    } catch (error) {
      if (!this.#isClosed) this.#tell('problem', { detail: `head start: ${error}` });
      this.#endStart();
      return null;
    }
    if (!plan.isLive) this.#seekToStart();
    this.#tell('state', stateOf(plan, this.#source.qualities));
    note('head start', startMs, clock.monotonicNow(), 0);
    return headStart;
  }

  /** Seeks to the start, unless the element is already seeking, there or to a newer target. */
  #seekToStart(): void {
    if (this.#startSeconds > 0 && !this.standIn.seeking) this.standIn.currentTime = this.#startSeconds;
  }

  /**
   * From the first frame on there is time to load the engine; a seek or a quality choice needs it at once, and so does the end of a
   * track: nothing more would be loaded, and the buffer may be too short to count as playing. A recovery or the end of the session
   * ends the head start and this function.
   */
  async #follow(headStart: HeadStart, engineIsWanted: Promise<void>): Promise<void> {
    const cancel = this.#environment.clock.after(ENGINE_DELAY_MAX_MS, () => this.#engineWanted());
    await engineIsWanted;
    cancel();
    if (this.#headStart !== headStart) return;
    // The engine is requested again as long as the head start has data to play.
    const module = await loadEngine(
      this.#environment,
      this.#engineUrl,
      () => this.#headStart === headStart && this.#secondsAhead() >= UNPLAYABLE_SECONDS,
    );
    const startedStream = await this.#startedStream(headStart);
    if (this.#headStart !== headStart) return;
    if (!module.ok) return this.#tell('fatal', { code: 'net.connect', message: module.message, detail: 'engine' });
    await this.#run(module.value, startedStream);
  }

  /** After a seek out of the segments that the head start has requested, an engine that begins at the target is faster. */
  async #startedStream(headStart: HeadStart): Promise<StartedStream | undefined> {
    const isThere = (): boolean => !this.standIn.seeking || headStart.reaches(this.standIn.currentTime);
    const startedStream = isThere() ? await headStart.stop() : undefined;
    if (isThere()) return startedStream;
    headStart.abort();
    return undefined;
  }

  #secondsAhead(): number {
    const { currentTime } = this.standIn;
    return this.standIn.bufferedEnd(currentTime) - currentTime;
  }

  async #openEngine(): Promise<Outcome<void>> {
    const module = await loadEngine(this.#environment, this.#engineUrl);
    return module.ok ? this.#run(module.value) : module;
  }

  async #run(module: EngineModule, startedStream?: StartedStream): Promise<Outcome<void>> {
    if (this.#isClosed) return DECLINED;
    this.#headStart = null;
    // An engine that was opened for an earlier request.
    this.engine?.detach();
    this.standIn.isEarly = startedStream !== undefined;
    const { spans, arriving, baseUrl } = this.#environment;
    const openMediaSource = (): MediaSource => this.#openMediaSource();
    const engine = module.createMediaEngine(this.standIn, {
      openMediaSource,
      startedStream,
      prefetched: startedStream ? undefined : takeKept(byAddress(this.#source.inlinePlaylists, baseUrl), arriving),
      spans: spans()?.ring,
    });
    for (const name of ['state', 'fatal', 'problem', 'cues'] as const)
      engine.on(name, (event) => this.#tell(name, event));
    this.engine = engine;
    const { hlsManifestUrl } = this.#source;
    const absolute = hlsManifestUrl === undefined ? {} : { hlsManifestUrl: new URL(hlsManifestUrl, baseUrl).href };
    engine.setLimits(this.#limits);
    const { seeking, currentTime } = this.standIn;
    const quality = this.#quality;
    return engine.load({ ...this.#source, quality, ...absolute, ...(seeking ? { startSeconds: currentTime } : {}) });
  }

  #openMediaSource(): MediaSource {
    const { createMediaSource, isManaged } = this.#environment;
    const mediaSource = createMediaSource();
    this.standIn.useMediaSource(mediaSource);
    mediaSource.addEventListener('sourceopen', () => this.#post({ kind: 'open' }), { once: true });
    const { handle } = mediaSource;
    this.#post({ kind: 'handle', handle, isManaged }, [handle]);
    return mediaSource;
  }

  #receive(message: ElementMessage): void {
    this.standIn.receive(message);
    const { paused, seeking, readyState } = message.snapshot;
    const isStartSeek = this.standIn.currentTime === this.#startSeconds;
    if ((!paused && readyState >= HAVE_FUTURE_DATA) || (seeking && !isStartSeek)) this.#engineWanted();
  }

  #tell<Name extends EngineEventName>(name: Name, event: MediaEngineEvents[Name]): void {
    this.#post({ kind: 'event', name, event } as EngineEventMessage);
  }

  #post(message: EngineMessage, transfer: Transferable[] = []): void {
    this.#view.postMessage(message, transfer);
  }
}
