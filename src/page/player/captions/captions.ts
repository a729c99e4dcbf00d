import type { EmbedParameters } from '../../../../protocol/page/embed-parameters.ts';
import { fail, succeed, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import { CAPTIONS_OFF, CAPTIONS_PREFERRED } from '../intents/intent.ts';
import type { Intents } from '../intents/intents.ts';
import type { CaptionSnapshot } from '../player.ts';
import type { PlayerModel } from '../player-model.ts';
import type { OfferedTrack } from './offered-track.ts';
import type { ShownTracks } from './load-caption-tracks.ts';
import { preferredTrack } from './preferred-track.ts';
import { trackForLanguage } from './track-for-language.ts';

/** Range of sizes that hosts may request. */
const FONT_SIZE_RANGE = { min: -1, max: 3 } as const;

export interface CaptionsDependencies {
  readonly model: PlayerModel;
  readonly intents: Intents;
  readonly tracks: ShownTracks;
  readonly parameters: Pick<EmbedParameters, 'cc_load_policy' | 'cc_lang_pref' | 'hl'>;
  /** Called when a language was requested before the video turned out to lack it. */
  readonly onRefused: () => void;
}

/** Available captions, the choice among them, and their state for hosts. */
export class Captions {
  readonly #dependencies: CaptionsDependencies;
  /** A choice for which no separate file exists; the stream may have a matching track. */
  unmet: string | null = null;
  /** Whether the video's tracks are still unknown; a choice waits for them. */
  #isWaiting = true;

  constructor(dependencies: CaptionsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Called when another video is loading: choices from now on apply to that video. */
  awaitTracks(): void {
    this.#isWaiting = true;
    this.unmet = null;
  }

  /**
   * Replaces the tracks by the tracks of another video, and reports them to hosts even if the list is empty. `cc_load_policy` turns
   * captions on; otherwise they stay off until requested.
   */
  replace(tracks: readonly OfferedTrack[]): void {
    const { intents, parameters } = this.#dependencies;
    const isMeant = intents.isPending('captions') || this.#isAskedSinceVideo;
    const asked = isMeant ? intents.current.captions : null;
    this.#isWaiting = false;
    this.#dependencies.tracks.show(undefined);
    const moduleLoaded = parameters.cc_load_policy && tracks.length > 0;
    this.update({ tracks, active: -1, moduleLoaded });
    if (asked !== null) this.choose(asked);
    else if (moduleLoaded) this.#show(preferredTrack(tracks, parameters));
    else if (parameters.cc_load_policy) this.unmet = CAPTIONS_PREFERRED;
    this.tellHosts();
  }

  /** Shows the track for a language; a failure names the language and changes nothing. */
  showLanguage(languageCode: string, requestedAtMs?: number): Outcome<void> {
    const isKnown = trackForLanguage(this.snapshot.tracks, languageCode) >= 0;
    if (!this.#isWaiting && !isKnown) return fail('api.invalidparam', `no captions in ${languageCode}`);
    return this.#ask(languageCode, requestedAtMs);
  }

  hide(requestedAtMs?: number): Outcome<void> {
    return this.#ask(CAPTIONS_OFF, requestedAtMs);
  }

  /** Reloads the shown track. */
  reload(): Outcome<void> {
    if (!this.#isWaiting) this.#show(this.snapshot.active);
    return succeed(undefined);
  }

  /** Hosts turn captions on and off by loading and unloading the module. */
  setModule(moduleLoaded: boolean, requestedAtMs?: number): Outcome<void> {
    if (moduleLoaded && !this.#isWaiting && this.snapshot.active >= 0) return this.#loadModule(true);
    return this.#ask(moduleLoaded ? CAPTIONS_PREFERRED : CAPTIONS_OFF, requestedAtMs, moduleLoaded);
  }

  /** Called when the file of the shown track does not load: captions are off until they are chosen again. */
  fail(): void {
    this.#show(-1, true);
    this.tellHosts();
  }

  tellHosts(): void {
    this.#dependencies.model.emit('onApiChange', null);
  }

  setFontSize(fontSize: number): Outcome<void> {
    const { min, max } = FONT_SIZE_RANGE;
    this.update({ fontSize: Math.min(max, Math.max(min, Math.round(fontSize))) });
    return succeed(undefined);
  }

  #ask(captions: string, requestedAtMs?: number, moduleLoaded = this.snapshot.moduleLoaded): Outcome<void> {
    const { intents } = this.#dependencies;
    if (requestedAtMs !== undefined && !intents.isLatest('captions', requestedAtMs)) return succeed(undefined);
    intents.ask({ captions }, requestedAtMs);
    if (this.#isWaiting) return succeed(undefined);
    this.#loadModule(moduleLoaded);
    this.choose(captions);
    return succeed(undefined);
  }

  #loadModule(moduleLoaded: boolean): Outcome<void> {
    if (moduleLoaded !== this.snapshot.moduleLoaded) {
      this.update({ moduleLoaded });
      this.tellHosts();
    }
    return succeed(undefined);
  }

  /** Applies a choice, or keeps it for tracks that the stream may have. */
  choose(captions: string): void {
    const { intents, onRefused, parameters } = this.#dependencies;
    const { tracks } = this.snapshot;
    this.unmet = null;
    if (captions === CAPTIONS_OFF) this.#show(-1);
    else if (captions === CAPTIONS_PREFERRED) {
      this.update({ moduleLoaded: true });
      if (tracks.length > 0) this.#show(preferredTrack(tracks, parameters));
      else this.unmet = captions;
    } else {
      const index = trackForLanguage(tracks, captions);
      if (index < 0) {
        this.unmet = captions;
        intents.fail(['captions'], { captions: CAPTIONS_OFF });
        return onRefused();
      }
      this.#show(index);
    }
    intents.fulfil({ captions });
  }

  /** Shows the track at an index; -1 turns captions off. */
  #show(active: number, hasFailed = false): void {
    this.update({ active, hasFailed });
    this.#dependencies.tracks.show(this.snapshot.tracks[active]);
  }

  /**
   * Whether captions were requested after the video. A key that changes the video may be processed after a later command that turns
   * captions on; the captions then apply to the new video.
   */
  get #isAskedSinceVideo(): boolean {
    const { intents } = this.#dependencies;
    return (intents.requestedAtMs('captions') ?? -Infinity) > (intents.requestedAtMs('videoId') ?? Infinity);
  }

  get snapshot(): CaptionSnapshot {
    return this.#dependencies.model.snapshot.captions;
  }

  update(patch: Partial<CaptionSnapshot>): void {
    this.#dependencies.model.update({ captions: { ...this.snapshot, ...patch } });
  }
}
