import type { EmbedParameters } from '../../../protocol/page/embed-parameters.ts';
import type { BootState } from '../boot/boot-state.ts';
import type { Infrastructure } from '../infrastructure/infrastructure.ts';
import type { AfterPaint } from '../platform/after-paint.ts';
import type { PageSpans } from '../profiling/page-spans.ts';
import type { PageTools } from '../interface/tools.ts';
import type { TelemetryLoader } from '../telemetry/telemetry-loader.ts';

/** Parts of the page that `main.ts` passes to the player and the controls. */
export interface PageParts {
  readonly boot: BootState;
  readonly parameters: EmbedParameters;
  readonly infrastructure: Infrastructure;
  readonly spans: PageSpans;
  readonly telemetry: TelemetryLoader;
  readonly afterPaint: AfterPaint;
  readonly reportError: PageTools['reportError'];
  /** Settles when the last error has been sent. */
  readonly lastReport: () => Promise<unknown>;
}
