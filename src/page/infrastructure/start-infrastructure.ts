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
 *     policy: window.orielBoot?.policy,              // absent: creates a policy
 *     worker: window.orielBoot?.infrastructureWorker, // absent: starts a worker
 *     theme: applyTheme(window, parameters.theme),
 *     inlineOnly: parameters.worker === 'off',
 *   });
 *   infrastructure.log('playbackRequested', { videoId, by: 'viewer' });
 *   const response = await infrastructure.call('player', { videoId });
 *
 * Returns at once. Events logged before the service runs are kept; calls wait for the service. An inline boot script starts
 * the worker with `new Worker(policy.createScriptURL(url), { type: 'module', name: INFRASTRUCTURE_WORKER })`.
 */
import { proxy } from 'comlink';
import { SCREEN_NONCE_CHARACTERS } from '../../../protocol/constants.ts';
import { makeNonce } from '../../../protocol/identifiers.ts';
import { makeSequenceId } from '../../../protocol/events/event-line.ts';
import type { Clock, Random } from '../../../protocol/runtime/clock.ts';
import type { PageConfig } from '../../../protocol/page/page-config.ts';
import type { InfrastructureModule, PageHooks } from '../../../protocol/infrastructure/rpc.ts';
import { INFRASTRUCTURE_WORKER } from '../../../protocol/threads/worker-names.ts';
import type { AfterPaint } from '../platform/after-paint.ts';
import { createScriptUrlPolicy, type ScriptUrlPolicy } from '../platform/trusted-types.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import { openInlineHost } from './connection/inline-host.ts';
import { openWorkerHost } from './connection/worker-host.ts';
import { ServiceConnection } from './connection/service-connection.ts';
import type { ServiceHosts } from './connection/service-host.ts';
import { Departure } from './departure.ts';
import { watchErrors } from './errors/watch-errors.ts';
import type { Infrastructure } from './infrastructure.ts';
import { InfrastructureClient } from './infrastructure-client.ts';
import { EventOutbox } from './logging/event-outbox.ts';
import { JournalRecovery } from './logging/journal-recovery.ts';
import { PageConditions } from './page-conditions.ts';
import { PageContext, type PageContextOptions } from './page-context.ts';
import { systemClock, systemRandom } from './system-clock.ts';
import type { PageSpans } from '../profiling/page-spans.ts';
import { createViewerServices, type ViewerServices } from './viewer/viewer-services.ts';

export interface StartInfrastructureOptions {
  /** Address of the worker's module. */
  readonly workerUrl: string;
  readonly page: PageConfig;
  readonly lifecycle: Lifecycle;
  readonly policy?: ScriptUrlPolicy | undefined;
  /** A worker of that address that the inline script has started; nothing has been posted to the worker. */
  readonly worker?: Worker | null | undefined;
  /** Messages of errors that the inline boot script has reported (E4). */
  readonly reportedErrors?: readonly string[] | undefined;
  /** Runs the service on main. */
  readonly inlineOnly?: boolean | undefined;
  /** Theme of the page, by its address or the system (P3). */
  readonly theme: 'dark' | 'light';
  /** Replaces the log endpoint, in bench mode only. */
  readonly collector?: string | undefined;
  readonly afterPaint?: AfterPaint | undefined;
  /** Recorder of main, to which the recorders of the workers are added. */
  readonly spans: PageSpans;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
}

/** Starts the page's infrastructure on the real platform. */
export function startInfrastructure(options: StartInfrastructureOptions): Infrastructure {
  const { workerUrl, lifecycle, spans, inlineOnly = false, clock = systemClock, random = systemRandom } = options;
  const policy = options.policy ?? createScriptUrlPolicy(window);
  const load = (address: string): Promise<InfrastructureModule> =>
    import(/* @vite-ignore */ policy.createScriptURL(address));
  const onError = (error: unknown): void => void infrastructure.reportError(error);
  const infrastructure = composeInfrastructure({
    clock,
    random,
    lifecycle,
    page: options.page,
    viewer: createViewerServices({ clock, lifecycle, policy, window, onError }),
    theme: options.theme,
    collector: options.collector,
    reportedErrors: options.reportedErrors,
    inlineOnly,
    spans,
    afterPaint: options.afterPaint ?? ((work) => work()),
    hosts: {
      earlyWorker: options.worker ?? undefined,
      createWorker: () =>
        new Worker(policy.createScriptURL(workerUrl), { type: 'module', name: INFRASTRUCTURE_WORKER }),
      openWorker: (worker, signal) => openWorkerHost(worker, signal, clock, spans),
      openInline: (signal) => openInlineHost(workerUrl, load, signal, spans),
    },
    environment: window,
  });
  return infrastructure;
}

export interface InfrastructureParts extends PageContextOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly lifecycle: Lifecycle;
  readonly inlineOnly: boolean;
  readonly hosts: ServiceHosts;
  readonly spans: PageSpans;
  readonly viewer: ViewerServices;
  readonly afterPaint: AfterPaint;
}

/** Creates the objects of the page's side in the order in which an event passes them: outbox, then connection. */
export function composeInfrastructure(parts: InfrastructureParts): Infrastructure {
  const { clock, random, environment, lifecycle, spans, hosts, inlineOnly, viewer, afterPaint } = parts;
  const platform = { clock, environment, lifecycle };
  const startedAtMs = clock.monotonicNow();
  const nonce = makeNonce(random.bytes(SCREEN_NONCE_CHARACTERS));
  const context = new PageContext(parts, makeSequenceId(random), nonce);
  const outbox = new EventOutbox({
    clock,
    spans: spans.ring,
    journal: context.openJournal(),
    afterTask: (work) => queueMicrotask(() => afterPaint(work)),
  });
  const recovery = new JournalRecovery({ clock, outbox, navigator: environment.navigator });
  const hooks = proxy<PageHooks>({
    ...viewer.hooks,
    saveCheckpoint(checkpoint) {
      context.checkpoint = checkpoint;
      if (checkpoint.storageEnd !== '') outbox.setJournal(context.openJournal());
    },
    readSpans: (lastMs) => spans.read(['main', 'media'], {}, lastMs),
  });
  const connection = new ServiceConnection({ clock, hosts, inlineOnly, lifecycle, context, outbox, hooks });
  const conditions = new PageConditions({ ...platform, connection });
  const departure = new Departure({ ...platform, context, outbox, connection });
  const client = new InfrastructureClient({
    ...platform,
    context,
    outbox,
    recovery,
    connection,
    conditions,
    departure,
    startedAtMs,
    viewer,
  });
  watchErrors(environment, (error, place) => void client.reportError(error, undefined, place));
  conditions.watch();
  departure.watchLastChance();
  return client;
}
