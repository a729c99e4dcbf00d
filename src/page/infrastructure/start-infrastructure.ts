/**
 * Composition root of the infrastructure on main. Usage:
 *
 *   import workerUrl from '../../workers/infrastructure/infrastructure.worker.ts?worker&url';
 *   const lifecycle = watchLifecycle({ window, document, clock: systemClock });
 *   const infrastructure = startInfrastructure({
 *     workerUrl,
 *     page: config,
 *     lifecycle,
 *     spans: new PageSpans(systemClock),
 *     policy: window.orielBoot?.policy,              // absent: it makes its own
 *     worker: window.orielBoot?.infrastructureWorker, // absent: it starts one
 *     theme: applyTheme(window, parameters.theme),
 *     inlineOnly: parameters.worker === 'off',
 *   });
 *   infrastructure.log('playbackRequested', { videoId, by: 'viewer' });
 *   const answer = await infrastructure.call('player', { videoId });
 *
 * Returns at once. Events logged before the service runs are kept; calls wait for it. An inline boot script that
 * starts the worker makes it with `new Worker(policy.createScriptURL(url), { type: 'module', name: INFRASTRUCTURE_WORKER })`.
 */
import { proxy } from 'comlink';
import type { Clock, Random } from '../../../protocol/runtime/clock.ts';
import type { PageConfig } from '../../../protocol/page/page-config.ts';
import type { InfrastructureModule } from '../../../protocol/infrastructure/rpc.ts';
import { INFRASTRUCTURE_WORKER } from '../../../protocol/page/worker-names.ts';
import { createScriptUrlPolicy, type ScriptUrlPolicy } from '../platform/trusted-types.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import { openInlineHost } from './connection/inline-host.ts';
import { openWorkerHost } from './connection/worker-host.ts';
import type { Infrastructure } from './infrastructure.ts';
import { InfrastructureClient } from './infrastructure-client.ts';
import { systemClock, systemRandom } from './system-clock.ts';
import type { PageSpans } from '../profiling/page-spans.ts';
import { createViewerServices } from './viewer/viewer-services.ts';

export interface StartInfrastructureOptions {
  /** Address of the worker's module. */
  readonly workerUrl: string;
  readonly page: PageConfig;
  readonly lifecycle: Lifecycle;
  readonly policy?: ScriptUrlPolicy | undefined;
  /** A worker of that address which is starting already; nothing has been posted to it. */
  readonly worker?: Worker | null | undefined;
  /** E4: messages of errors that the inline boot script has reported. */
  readonly reportedErrors?: readonly string[] | undefined;
  /** Runs the service on main. */
  readonly inlineOnly?: boolean | undefined;
  /** P3 */
  readonly theme: 'dark' | 'light';
  /** Replaces the log endpoint, in bench mode only. */
  readonly collector?: string | undefined;
  /** What main records, and where the workers are added. */
  readonly spans: PageSpans;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
}

export function startInfrastructure(options: StartInfrastructureOptions): Infrastructure {
  const { workerUrl, lifecycle, spans, inlineOnly = false, clock = systemClock, random = systemRandom } = options;
  const policy = options.policy ?? createScriptUrlPolicy(window);
  const load = (address: string): Promise<InfrastructureModule> =>
    import(/* @vite-ignore */ policy.createScriptURL(address));

  const viewer = createViewerServices({
    clock,
    lifecycle,
    policy,
    window,
    onError: (error) => void client.reportError(error),
  });
  const client = new InfrastructureClient({
    clock,
    random,
    lifecycle,
    page: options.page,
    viewer: {
      ...viewer,
      hooks: proxy({
        ...viewer.hooks,
        saveCheckpoint: (checkpoint) => client.saveCheckpoint(checkpoint),
        readSpans: (lastMs) => spans.read(['main', 'media'], {}, lastMs),
      }),
    },
    theme: options.theme,
    collector: options.collector,
    reportedErrors: options.reportedErrors,
    inlineOnly,
    spans,
    hosts: {
      earlyWorker: options.worker ?? undefined,
      createWorker: () =>
        new Worker(policy.createScriptURL(workerUrl), { type: 'module', name: INFRASTRUCTURE_WORKER }),
      openWorker: (worker, signal) => openWorkerHost(worker, signal, clock, spans),
      openInline: (signal) => openInlineHost(workerUrl, load, signal, spans),
    },
    environment: window,
  });
  return client;
}
