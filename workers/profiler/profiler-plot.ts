import { OwnCost } from '../../protocol/runtime/profiling/own-cost.ts';
import {
  INITIAL_DISPLAY,
  type PlotDisplay,
  type ProfilerCommand,
  type ProfilerReport,
  type ProfilerState,
} from '../../protocol/profiling/profiler-messages.ts';
import type { FrameChoice, FrameDetail, LongFrame, VideoFrame } from '../../protocol/profiling/frames.ts';
import type { Span, ThreadSpans } from '../../protocol/recording/thread-spans.ts';
import { traceFile } from './trace-events.ts';
import { drawFrames } from './draw-frames.ts';
import { drawLanes } from './draw-lanes.ts';
import type { Context } from './drawing.ts';
import { frameDetail } from './frame-detail.ts';
import { FrameHistory, type AxisFrame } from './frame-history.ts';
import { laneState, newest } from './lane-figures.ts';
import { heightOf, layOut, type PlacedLane } from './lane-layout.ts';
import { rangeSums } from './range-sums.ts';
import { RunningTotals } from './running-totals.ts';
import { SpanHistory } from './span-history.ts';
import { lastStalls } from './stalls.ts';
import { scaleOf } from './time-scale.ts';
import type { Piece } from './union.ts';
import { foundSpans, nextFound, rowOf, spanAt, tableRows } from './visible-spans.ts';

/** With more rows, the table would take longer to render than the rest of the panel. */
const TABLE_ROWS_MAX = 100;
const LONG_FRAMES_SHOWN = 5;
const INPUTS_SHOWN = 10;
const ROWS_DELAY_MS = 100;
/** Figures are reported about once a second; the interval is shorter because reads are not quite regular. */
const STATE_INTERVAL_MS = 900;

/** Keeps the threads' recordings, draws them, and computes the panel's figures. */
export class ProfilerPlot {
  readonly #report: (report: ProfilerReport) => void;
  readonly #history = new SpanHistory();
  readonly #totals = new RunningTotals();
  readonly #frames = new FrameHistory();
  #chosen: AxisFrame | null = null;
  readonly #details = new WeakMap<AxisFrame, FrameDetail>();
  readonly #cost = new OwnCost(performance.now());
  #context: Context | null = null;
  #reportedAtMs = Number.NEGATIVE_INFINITY;
  #display = INITIAL_DISPLAY;
  #lanes: readonly PlacedLane[] = [];
  #drawingIsDue: number | null = null;
  #reportIsDue: ReturnType<typeof setTimeout> | undefined;

  constructor(report: (report: ProfilerReport) => void) {
    this.#report = report;
  }

  run = (command: ProfilerCommand<OffscreenCanvas>): void => {
    switch (command.kind) {
      case 'open':
        // Opaque: the browser then need not blend it with the video beneath.
        this.#context = command.canvas.getContext('2d', { alpha: false });
        return this.#report({ kind: this.#context === null ? 'unavailable' : 'ready' });
      case 'spans':
        return this.#measured(() => this.#take(command.threads));
      case 'display':
        return this.#measured(() => this.#show(command.display));
      case 'frames':
        return this.#measured(() => this.#takeFrames(command.long, command.video));
      case 'choose-frame':
        return this.#measured(() => this.#chooseFrame(command.choice));
      case 'find':
        return this.#measured(() => this.#find(command.step));
      case 'point':
        return this.#report({ kind: 'pointed', span: this.#spanAt(command.x, command.y) });
      case 'export':
        return this.#report({ kind: 'trace', text: traceFile(this.#history.spansByLane(), this.#detailOf) });
      case 'close':
        if (this.#drawingIsDue !== null) cancelAnimationFrame(this.#drawingIsDue);
        clearTimeout(this.#reportIsDue);
    }
  };

  #take(threads: readonly ThreadSpans[]): void {
    this.#totals.add(this.#history.add(threads));
    this.#frames.forget(this.#history.latestMs);
    this.#layOut();
    this.#drawSoon();
    const nowMs = performance.now();
    if (nowMs < this.#reportedAtMs + STATE_INTERVAL_MS) return;
    this.#reportedAtMs = nowMs;
    this.#report({ kind: 'state', state: this.#state(), isAsked: false });
  }

  #takeFrames(long: readonly LongFrame[], video: readonly VideoFrame[]): void {
    this.#frames.add(long, video, this.#history.latestMs);
    this.#drawSoon();
  }

  #chooseFrame(choice: FrameChoice): void {
    this.#chosen = this.#frames.choose(choice, this.#chosen, this.#wantedTime);
    this.#reportFrame();
    this.#drawSoon();
  }

  /** The chosen range; without one, the time in view. */
  get #wantedTime(): Piece {
    return this.#display.range ?? scaleOf(this.#display, this.#history.latestMs);
  }

  get #longFrames(): readonly LongFrame[] {
    return this.#frames.frames.flatMap(({ long }) => long ?? []);
  }

  /** Account of a recorded long frame, worked out once; `null` if the browser does not describe the frame. */
  readonly #detailOf = (span: Span): FrameDetail | null => {
    const frame = this.#frames.longAt(span.startMs);
    if (frame === null) return null;
    const detail = this.#details.get(frame) ?? frameDetail(frame, this.#history.lanes, this.#longFrames);
    this.#details.set(frame, detail);
    return detail;
  };

  #reportFrame(): void {
    const frame = this.#chosen === null ? null : frameDetail(this.#chosen, this.#history.lanes, this.#longFrames);
    this.#report({ kind: 'frame', frame });
  }

  #show(display: PlotDisplay): void {
    const wantsOther = (['query', 'withRows', 'withOwn', 'withSums', 'range', 'view'] as const).some(
      (key) => display[key] !== this.#display[key],
    );
    this.#display = display;
    const hasOtherSpans = this.#history.showOwn(display.withOwn);
    if (hasOtherSpans && this.#chosen !== null) this.#reportFrame();
    this.#layOut();
    this.#drawSoon();
    if (wantsOther) this.#reportSoon();
  }

  #find(step: 1 | -1): void {
    const { query, selected } = this.#display;
    const found = query.trim() === '' ? [] : foundSpans(this.#history.lanes, query);
    this.#report({ kind: 'found', hit: nextFound(found, selected, step) });
  }

  #layOut(): void {
    this.#lanes = layOut(this.#history.lanes, scaleOf(this.#display, this.#history.latestMs));
  }

  #spanAt(x: number, y: number) {
    const placed = spanAt(this.#lanes, scaleOf(this.#display, this.#history.latestMs), x, y);
    return placed === null ? null : rowOf(placed);
  }

  #state(): ProfilerState {
    const { lanes, earliestMs, latestMs } = this.#history;
    const { query, withRows, withSums } = this.#display;
    const { fromMs, toMs } = this.#wantedTime;
    const { rows, count } = tableRows(this.#lanes, query, withRows ? TABLE_ROWS_MAX : 0);
    const main = lanes.find(({ lane }) => lane === 'main');
    const described = this.#longFrames;
    return {
      earliestMs,
      latestMs,
      heightPx: heightOf(this.#lanes),
      lanes: this.#lanes.map(({ history }) => laneState(history, described)),
      rows,
      visibleCount: count,
      foundCount: query.trim() === '' ? null : foundSpans(lanes, query).length,
      sums: withSums ? rangeSums(lanes, described, fromMs, toMs) : null,
      frameCounts: this.#frames.counts(),
      longFrames: newest(main?.ended ?? [], 'long frame', LONG_FRAMES_SHOWN).map((span) => ({
        ...span,
        detail: this.#detailOf(span),
      })),
      inputs: newest(main?.ended ?? [], 'input', INPUTS_SHOWN),
      lastStalls: lastStalls(lanes),
      steps: this.#totals.steps(lanes),
      totals: this.#totals.totals(lanes),
      costMsPerSecond: this.#cost.msPerSecond(performance.now()),
    };
  }

  /** Reports after a delay: while the view moves, its rows would change with every frame and be unreadable. */
  #reportSoon(): void {
    this.#reportIsDue ??= setTimeout(() => {
      this.#reportIsDue = undefined;
      this.#measured(() => this.#report({ kind: 'state', state: this.#state(), isAsked: true }));
    }, ROWS_DELAY_MS);
  }

  /** At most once for each frame of the screen. */
  #drawSoon(): void {
    this.#drawingIsDue ??= requestAnimationFrame(() => {
      this.#drawingIsDue = null;
      this.#measured(() => this.#draw());
    });
  }

  #draw(): void {
    const context = this.#context;
    const { widthPx, heightPx, pixelRatio } = this.#display;
    if (context === null || widthPx === 0) return;
    const { canvas } = context;
    const [width, height] = [Math.round(widthPx * pixelRatio), Math.round(heightPx * pixelRatio)];
    // Setting the size clears a canvas, even if the size is the same.
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const scale = scaleOf(this.#display, this.#history.latestMs);
    drawLanes(context, this.#lanes, scale, this.#display);
    const frames = this.#frames.between(scale.fromMs, scale.toMs);
    drawFrames(context, { frames, chosen: this.#chosen }, scale, this.#display);
  }

  #measured(work: () => void): void {
    const startMs = performance.now();
    work();
    this.#cost.add(startMs, performance.now());
  }
}
