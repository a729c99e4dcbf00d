import type { EmbedParameters } from '../../../protocol/embed-parameters.ts';
import { fail, succeed, type Outcome } from '../../../protocol/outcome.ts';
import type { CaptionTrack } from '../../../protocol/provider/player.ts';
import { CaptionTracks, trackForLanguage } from './caption-tracks.ts';
import type { CaptionSnapshot } from './player.ts';
import type { PlayerModel } from './player-model.ts';

/** Sizes hosts may ask for (host-api 2.3). */
const FONT_SIZE_RANGE = { min: -1, max: 3 } as const;

/** Which captions there are, which are on, and how they look to hosts. */
export class Captions {
  readonly #model: PlayerModel;
  readonly #tracks: CaptionTracks;
  readonly #parameters: EmbedParameters;

  constructor(model: PlayerModel, element: HTMLVideoElement, parameters: EmbedParameters) {
    this.#model = model;
    this.#parameters = parameters;
    this.#tracks = new CaptionTracks(element, (cues) => this.#update({ cues }));
  }

  /** The tracks of another video. `cc_load_policy` turns them on, else they wait to be asked for. */
  replace(tracks: readonly CaptionTrack[]): void {
    this.#tracks.replace(tracks);
    const moduleLoaded = this.#parameters.cc_load_policy && tracks.length > 0;
    const hadTracks = this.#model.snapshot.captions.tracks.length > 0;
    this.#update({ tracks, active: -1, moduleLoaded });
    if (moduleLoaded) this.show(this.#preferred());
    if (hadTracks || tracks.length > 0) this.#model.emit('onApiChange', null);
  }

  /** Shows the track at an index, or none for -1. */
  show(active: number): Outcome<void> {
    if (active >= this.#model.snapshot.captions.tracks.length)
      return fail('api.invalidparam', `no caption track ${active}`);
    this.#update({ active });
    this.#tracks.show(active);
    return succeed(undefined);
  }

  /** Shows the track for a language; a failure names the language and leaves things as they are. */
  showLanguage(languageCode: string): Outcome<void> {
    const index = trackForLanguage(this.#model.snapshot.captions.tracks, languageCode);
    return index < 0 ? fail('api.invalidparam', `no captions in ${languageCode}`) : this.show(index);
  }

  /** Hosts turn captions on and off by loading and unloading the module (host-api 2.3). */
  setModule(moduleLoaded: boolean): Outcome<void> {
    const { tracks, moduleLoaded: isLoaded, active } = this.#model.snapshot.captions;
    if (moduleLoaded !== isLoaded) {
      this.#update({ moduleLoaded });
      this.#model.emit('onApiChange', null);
    }
    if (!moduleLoaded) return this.show(-1);
    return active >= 0 || tracks.length === 0 ? succeed(undefined) : this.show(this.#preferred());
  }

  setFontSize(fontSize: number): Outcome<void> {
    const { min, max } = FONT_SIZE_RANGE;
    this.#update({ fontSize: Math.min(max, Math.max(min, Math.round(fontSize))) });
    return succeed(undefined);
  }

  /** By the address, then by the interface language, then the video's own default. */
  #preferred(): number {
    const { tracks } = this.#model.snapshot.captions;
    for (const language of [this.#parameters.cc_lang_pref, this.#parameters.hl]) {
      const index = language === undefined ? -1 : trackForLanguage(tracks, language);
      if (index >= 0) return index;
    }
    return Math.max(
      0,
      tracks.findIndex((track) => track.isDefault),
    );
  }

  #update(patch: Partial<CaptionSnapshot>): void {
    this.#model.update({ captions: { ...this.#model.snapshot.captions, ...patch } });
  }
}
