import type { Hono } from 'hono';
import type { Catalog } from './catalog/catalog.ts';
import type { Clock, Random } from '../../protocol/runtime/clock.ts';
import type { Sweep } from './stores/retention.ts';
import type { Document } from './pages/document-routes.ts';
import type { MostWatchedReports, Services } from './services.ts';

/** Services of the provider, for a feature. */
export interface FeatureContext extends Services {
  readonly clock: Clock;
  readonly random: Random;
  /** The catalog, whose addresses lack the path prefix. */
  readonly catalog: Catalog;
  /** Empty if the operator names none. */
  readonly publicOrigin: string;
  /** Name of this process among several with one database; `null` where it is the only one. */
  readonly nodeName: () => string | null;
  /** Price of 10⁹ bytes of traffic; `null` if the operator has set none. */
  readonly pricePerGb: number | null;
}

/** A product beside the provider in one server: its routes and pages have the provider's limits and operator gate. */
export interface Feature {
  /** Paths that only the operator may request, as patterns of Hono. */
  readonly operatorPaths: readonly string[];
  readonly documents: readonly Document[];
  /** Regular upkeep of its tables. */
  readonly sweep?: Sweep;
  /** At most one feature provides these reports. */
  readonly mostWatched?: MostWatchedReports;
  readonly mount: (app: Hono, context: FeatureContext) => MountedFeature | Promise<MountedFeature>;
}

export interface MountedFeature {
  /** Whether a request to this path, without its prefix, may take longer than others. */
  readonly mayTakeLong?: (path: string) => boolean;
  /** On shutdown, ends responses that never end by themselves, such as event streams. */
  readonly endStreams?: () => void;
  readonly close?: () => Promise<void>;
}
