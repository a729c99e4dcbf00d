import * as z from 'zod/mini';
import workerUrl from '../../workers/infrastructure/infrastructure.worker.ts?worker&url';
import type { PageConfig } from '../../protocol/page/page-config.ts';
import type { Outcome } from '../../protocol/runtime/outcome.ts';
import { rangesOf } from '../../protocol/runtime/media/time-ranges.ts';
import { parseEmbedParameters } from '../../protocol/page/embed-parameters.ts';
import { inlineBoot } from './boot/served-page.ts';
import { replayPress } from './composition/replay-press.ts';
import { whenHostSpeaks } from './bridge/when-host-speaks.ts';
import { openControls } from './composition/open-controls.ts';
import { openPlayer } from './composition/open-player.ts';
import type { PageParts } from './composition/page-parts.ts';
import { readPlace } from './configuration/place.ts';
import { readInlinedPageConfig } from './configuration/read-page-config.ts';
import { showFirstVideo } from './configuration/show-first-video.ts';
import { applyAccent, applyTheme } from './configuration/theme.ts';
import { countFrames } from './engines/count-frames.ts';
import { startInfrastructure } from './infrastructure/start-infrastructure.ts';
import { momentOf, systemClock, systemRandom } from './infrastructure/system-clock.ts';
import { watchLifecycle } from './lifecycle/lifecycle.ts';
import { deferBehindPaint } from './platform/after-paint.ts';
import { PageSpans } from './profiling/page-spans.ts';
import { pageStartOf } from './telemetry/page-start.ts';
import { TelemetryLoader } from './telemetry/telemetry-loader.ts';

// Composition root of the embed page: reads the configuration, creates the modules, opens the first video.

// The CSP forbids making code from text, so schemas are interpreted.
z.config({ jitless: true });

const boot = inlineBoot();
/** Read first, because the head start of the inline script is taken over below. */
const start = pageStartOf(boot, systemClock.monotonicNow());
const place = readPlace(boot.place);
const query = new URLSearchParams(location.search);
const parameters = { ...parseEmbedParameters(query), ...(place && { mute: place.muted }) };
const { input } = boot;

// The privacy panel lists contacted origins from Resource Timing; the default buffer (250) is too small.
performance.setResourceTimingBufferSize(2_000);
// Before the code that logs the end of the page: listeners run in the order in which they were added.
const afterPaint = deferBehindPaint(window, (error) => reportError(error));
const lifecycle = watchLifecycle({ window, document, clock: systemClock });
const spans = (boot.spans = new PageSpans(systemClock));
const infrastructure = startInfrastructure({
  spans,
  workerUrl,
  page: readInlinedPageConfig(document),
  lifecycle,
  policy: boot.policy,
  worker: boot.infrastructureWorker ?? undefined,
  reportedErrors: boot.reportedErrors,
  theme: applyTheme(window, parameters.theme),
  inlineOnly: parameters.worker === 'off',
  collector: query.get('collector') ?? undefined,
  afterPaint,
});
let lastReport: Promise<unknown> = Promise.resolve();
const reportError: PageParts['reportError'] = (error, params) => {
  lastReport = infrastructure.reportError(error, params);
};
const telemetry = new TelemetryLoader(reportError);
applyAccent(document.documentElement, parameters.color).catch(reportError);

// A plain file requests its configuration first: until then the inline script keeps the commands of viewer and host.
infrastructure.loadPageConfig().then(openPage).catch(reportError);

function openPage(configured: Outcome<PageConfig>): void {
  const config = configured.ok ? configured.value : null;
  input.takeOver();
  const parts: PageParts = {
    boot,
    parameters,
    infrastructure,
    spans,
    telemetry,
    afterPaint,
    reportError,
    lastReport: () => lastReport,
  };
  const opened = openPlayer(parts);
  const { player, root, media } = opened;
  const attention = openControls(parts, opened);
  telemetry.load({
    player,
    control: player,
    infrastructure,
    clock: systemClock,
    random: systemRandom,
    lifecycle,
    attention,
    root,
    countFrames: () => countFrames(media),
    readPlayed: () => rangesOf(media.played),
    start,
    spans,
  });
  import('./interface/preferences/start-preferences.ts')
    .then(({ startPreferences }) =>
      startPreferences({
        player,
        control: player,
        infrastructure,
        clock: systemClock,
        query,
        document,
        parameters,
        navigator,
        console,
      }),
    )
    .catch(reportError);
  if (config?.bench === true || parameters.profile || query.has('profile') || query.has('debug'))
    import('./debug/developer-tools.ts')
      .then(({ openDeveloperTools }) =>
        openDeveloperTools({ window, query, parameters, config, player, infrastructure, spans, clock: systemClock }),
      )
      .catch(reportError);

  whenHostSpeaks({
    isExpected: parameters.enablejsapi || input.messages.length > 0,
    window,
    async load() {
      const [{ startHostBridge }, page] = await Promise.all([
        import('./bridge/start-host-bridge.ts'),
        infrastructure.loadPageConfig(),
      ]);
      // Without a configuration the trusted hosts are unknown (H3).
      if (!page.ok) throw new Error(page.message);
      startHostBridge({
        player,
        parameters,
        clock: systemClock,
        momentOf,
        window,
        queued: input.takeMessages(),
        refused: input.refused,
        session: page.value.session,
        infrastructure,
      });
    },
    reportError,
  });

  showFirstVideo({
    player,
    pathname: location.pathname,
    parameters,
    config,
    place,
    requestedAtMs: performance.timeOrigin + boot.startedAtMs,
    // If the last press paused a shown picture, the video is loaded so that the picture stays, and the press is repeated below.
    plays:
      input.lastPress === null
        ? undefined
        : input.lastPress.plays || media.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA,
  });
  if (place === null) replayPress(input.lastPress, player, momentOf);
}
