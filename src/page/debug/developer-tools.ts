import type { PageConfig } from '../../../protocol/page/page-config.ts';
import type { EmbedParameters } from '../../../protocol/page/embed-parameters.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { Infrastructure } from '../infrastructure/infrastructure.ts';
import type { PlayerController } from '../player/player-controller.ts';
import type { PageSpans } from '../profiling/page-spans.ts';

export interface DeveloperToolsDependencies {
  readonly window: Window;
  /** Query of the page's address. */
  readonly query: URLSearchParams;
  readonly parameters: Pick<EmbedParameters, 'profile'>;
  readonly config: PageConfig | null;
  readonly player: PlayerController;
  readonly infrastructure: Infrastructure;
  readonly spans: PageSpans;
  readonly clock: Clock;
}

/** Opens the developer tools that the address or the server requests: tracks of threads, an inspection, measurements. */
export async function openDeveloperTools(dependencies: DeveloperToolsDependencies): Promise<void> {
  const { window, query, parameters, config, player, infrastructure, spans, clock } = dependencies;
  if (config?.bench === true)
    (await import('../infrastructure/bench-hook.ts')).installBenchHook(window, infrastructure, spans);
  if (parameters.profile || query.get('profile') === 'tracks')
    (await import('../profiling/show-tracks.ts')).showTracks(spans, clock);
  if (query.get('debug') === '1') (await import('./inspect.ts')).offerInspection(window, player, infrastructure);
}
