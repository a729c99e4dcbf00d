import type { LatencyLog } from './latency-log.ts';
import type { TelemetryOptions } from './telemetry-options.ts';

const ACTION = 'page_start';

/**
 * Logs the page start: times of its module, of the first frame of a head start, of player and service, and the service's start-up (L8).
 */
export function watchPageStart(
  latency: LatencyLog,
  { player, infrastructure, start }: Pick<TelemetryOptions, 'player' | 'infrastructure' | 'start'>,
): void {
  latency.begin(ACTION, ACTION, start.wantedAtMs);
  latency.tick(ACTION, 'page_module', start.moduleAtMs);
  if (start.firstFrameAtMs !== null) latency.tick(ACTION, 'first_frame', start.firstFrameAtMs);
  const isReady = new Promise<void>((resolve) => {
    const check = (): void => {
      if (!player.getSnapshot().ready) return;
      stop();
      latency.tick(ACTION, 'player_ready');
      resolve();
    };
    const stop = player.subscribe(check);
    check();
  });
  void infrastructure.ready.then(async ({ mode }) => {
    latency.tick(ACTION, 'infrastructure_ready');
    latency.span(ACTION, 'infrastructure', start.moduleAtMs);
    latency.info(ACTION, 'infrastructure', mode);
    await isReady;
    latency.end(ACTION);
  });
}
