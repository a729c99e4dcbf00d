import type { Language } from '../../language/language.ts';
import type { PageTools, PlaybackTools } from '../tools.ts';

/** Services that every feature may use: the page, the player, and the language in use. */
export interface FeatureServices {
  readonly page: PageTools;
  readonly playback: PlaybackTools;
  readonly language: Language;
}

/** The store of one feature: how it is made from the services and from the stores of other features. */
export interface Feature<Store> {
  readonly create: (features: Features) => Store;
}

/**
 * Context of the interface: the services, and the stores of its features, each made when it is first used. A feature declares its store
 * with `defineFeature`, beside its component; there is no list of stores.
 */
export interface Features extends FeatureServices {
  readonly get: <Store>(feature: Feature<Store>) => Store;
}

export function defineFeature<Store>(create: (features: Features) => Store): Feature<Store> {
  return { create };
}

export function createFeatures(services: FeatureServices): Features {
  const stores = new Map<Feature<unknown>, unknown>();
  const features: Features = {
    ...services,
    get: <Store>(feature: Feature<Store>): Store => {
      if (!stores.has(feature)) stores.set(feature, feature.create(features));
      return stores.get(feature) as Store;
    },
  };
  return features;
}
