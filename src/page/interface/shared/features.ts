import type { Language } from '../../language/language.ts';
import type { PageTools, PlaybackTools } from '../tools.ts';

/** What every feature may use: the page, the player, and the language in use. */
export interface FeatureServices {
  readonly page: PageTools;
  readonly playback: PlaybackTools;
  readonly language: Language;
}

/** The store of one feature: how it is made from the services and from the stores of other features. */
export interface Feature<Store> {
  readonly create: (features: Features) => Store;
}

export function defineFeature<Store>(create: (features: Features) => Store): Feature<Store> {
  return { create };
}

/**
 * The stores of the interface, each made when it is first used. A feature declares its own with `defineFeature`, beside
 * its component; nothing lists them.
 */
export class Features {
  readonly services: FeatureServices;
  readonly #stores = new Map<Feature<unknown>, unknown>();

  constructor(services: FeatureServices) {
    this.services = services;
  }

  get<Store>(feature: Feature<Store>): Store {
    if (!this.#stores.has(feature)) this.#stores.set(feature, feature.create(this));
    return this.#stores.get(feature) as Store;
  }
}
