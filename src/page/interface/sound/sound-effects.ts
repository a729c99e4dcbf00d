import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { SOUND_ENTRY } from '../../../../protocol/privacy/stored-names.ts';
import type { Player } from '../../player/player.ts';
import { OwnSnapshot } from '../../player/snapshot-store.ts';
import { viewerMemory, type ViewerMemory } from '../shared/viewer-memory.ts';
import { defineFeature } from '../shared/features.ts';
import { canProcessSound, type SoundAccess, type SourceElement } from './sound-access.ts';
import { isPlain, PLAIN_SOUND, readSoundChoice, type SoundChoice } from './sound-choice.ts';
import type { SoundGraph } from './sound-graph.ts';

export interface SoundEffectsSnapshot extends SoundChoice {
  /** Whether the sound of the present video can be changed. */
  readonly isOffered: boolean;
}

export interface SoundEffectsDependencies {
  readonly player: Pick<Player, 'getSnapshot' | 'subscribe'>;
  readonly media: SourceElement;
  readonly memory: Pick<ViewerMemory, 'read' | 'write' | 'forget'>;
  readonly access: SoundAccess;
  /** Loads the sound graph; called again only after a failure. */
  readonly openGraph: () => Promise<Pick<SoundGraph, 'apply'>>;
  readonly reportError: (error: unknown) => void;
}

/**
 * Volume boost and stable volume, by the viewer's choice, for every video on this device. Their code loads once a video is heard with one
 * of them chosen: a browser that lets the video be heard also lets an audio context start.
 */
export class SoundEffects extends OwnSnapshot<SoundEffectsSnapshot> {
  readonly #dependencies: SoundEffectsDependencies;
  #graph: Pick<SoundGraph, 'apply'> | null = null;
  #isOpening = false;

  constructor(dependencies: SoundEffectsDependencies) {
    const { player, memory, reportError } = dependencies;
    super({ ...readSoundChoice(memory.read(SOUND_ENTRY)), isOffered: false }, reportError);
    this.#dependencies = dependencies;
    player.subscribe(() => this.#follow());
    this.#follow();
  }

  choose(patch: Partial<SoundChoice>): void {
    if (!this.update(patch)) return;
    const { boostPercent, isStable } = this.get();
    const { memory } = this.#dependencies;
    if (isPlain(this.get())) memory.forget(SOUND_ENTRY);
    else memory.write(SOUND_ENTRY, { boostPercent, isStable });
    this.#apply();
    this.#follow();
  }

  #follow(): void {
    const { player, media, access } = this.#dependencies;
    const snapshot = player.getSnapshot();
    if (this.update({ isOffered: canProcessSound(snapshot, media, access) })) this.#apply();
    const isHeard = snapshot.state === PLAYER_STATE.playing && !snapshot.muted;
    const { isOffered } = this.get();
    if (isHeard && isOffered && !isPlain(this.get()) && this.#graph === null && !this.#isOpening) void this.#open();
  }

  async #open(): Promise<void> {
    const { openGraph, reportError } = this.#dependencies;
    this.#isOpening = true;
    try {
      this.#graph = await openGraph();
      this.#apply();
    } catch (error) {
      reportError(error);
    }
    this.#isOpening = false;
  }

  #apply(): void {
    const { isOffered, boostPercent, isStable } = this.get();
    this.#graph?.apply(isOffered ? { boostPercent, isStable } : PLAIN_SOUND);
  }
}

export const soundEffects = defineFeature((features) => {
  const { page, playback } = features;
  return new SoundEffects({
    ...page,
    ...playback,
    memory: features.get(viewerMemory),
    access: {
      hasWebAudio: 'AudioContext' in globalThis,
      hasMediaSource: 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis,
    },
    openGraph: async () => (await import('./open-sound-graph.ts')).openSoundGraph(page.media),
  });
});
