import { useEffect, useRef, useState, type ReactNode } from 'react';
import { usePage } from '../shared/player-context.tsx';
import * as format from './format.ts';
import { FrameTable } from './frame-table.tsx';
import { useFigure } from './figure.tsx';
import { LaneTable } from './lane-table.tsx';
import { listenToPlot } from './plot-input.ts';
import { LIVE_VIEW } from '../../../../protocol/profiling/profiler-messages.ts';
import { titleOf } from '../../../../protocol/recording/thread-spans.ts';
import { around, zoomed } from './plot-view.ts';
import type { ProfilerSession } from './profiler-session.ts';
import { ReportButtons } from './report-buttons.tsx';
import { describeSpan, SpanTable } from './span-table.tsx';
import { RangeTable } from './sums-table.tsx';
import { useProfiler, useSession } from './use-session.ts';

const ZOOM_STEP = 0.6;

/** The lanes with their controls, and below them the same spans as numbers and as a table. */
export function ThreadsTab() {
  const session = useSession();
  const { display, isPaused, span, place } = useProfiler();
  const [hasTable, setTable] = useState(false);
  const { endMs } = display.view;
  const isForgotten = useFigure(({ state }) => String(endMs !== null && endMs <= (state?.earliestMs ?? 0))) === 'true';
  const remark =
    place.where === 'nowhere'
      ? `Nothing can be drawn here: ${place.reason}`
      : isForgotten
        ? FORGOTTEN
        : span !== null && describeSpan(span);
  const zoom = (factor: number): void =>
    session.moveTo(zoomed(session.get().display.view, factor, 0.5, session.bounds));
  const showTable = (isShown: boolean): void => {
    setTable(isShown);
    session.setDisplay({ withRows: isShown });
  };
  return (
    <div className="profiler-threads">
      <div className="profiler-tools" role="group" aria-label="Plot">
        <button type="button" aria-pressed={isPaused} onClick={() => session.setPaused(!isPaused)}>
          Pause
        </button>
        <button type="button" aria-label="Zoom in (+)" onClick={() => zoom(ZOOM_STEP)}>
          +
        </button>
        <button type="button" aria-label="Zoom out (−)" onClick={() => zoom(1 / ZOOM_STEP)}>
          −
        </button>
        <button type="button" aria-label="10 s, the newest (0)" onClick={() => session.moveTo(LIVE_VIEW)}>
          10 s
        </button>
        <input
          type="search"
          placeholder="Search ( / )"
          aria-label="Search spans by name"
          value={display.query}
          onChange={({ target }) => session.search(target.value)}
        />
        <span className="profiler-found" role="status">
          <Found />
        </span>
        <button type="button" aria-pressed={hasTable} onClick={() => showTable(!hasTable)}>
          Table
        </button>
        <button
          type="button"
          aria-pressed={display.withOwn}
          onClick={() => session.setDisplay({ withOwn: !display.withOwn })}
        >
          Own calls
        </button>
        <button
          type="button"
          aria-pressed={display.withSums}
          onClick={() => session.setDisplay({ withSums: !display.withSums })}
        >
          Sums
        </button>
        <ReportButtons />
      </div>
      <Plot session={session} />
      <div className="profiler-readout">
        <p role="status">{remark}</p>
        <p className="profiler-hint" hidden={remark !== false}>
          {HINT}
        </p>
      </div>
      {display.withSums && (
        <Opened>
          <RangeTable />
        </Opened>
      )}
      {hasTable && (
        <Opened>
          <SpanTable
            onSelect={({ key, startMs, durationMs }) =>
              session.setDisplay({ selected: key, view: around(startMs, durationMs, session.bounds) })
            }
          />
        </Opened>
      )}
      <FrameTable />
      <LaneTable />
    </div>
  );
}

/** A part that a press has opened, scrolled into view: otherwise the press would seem to do nothing. */
function Opened({ children }: { children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  // In braces, since `scrollIntoView` returns a promise in newer browsers, which is not a cleanup.
  useEffect(() => {
    void part.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={part} className="profiler-opened">
      {children}
    </div>
  );
}

const FORGOTTEN =
  'The lanes keep the last minute, and this is before it, so they are empty. “10 s” or 0 shows the newest.';
const HINT =
  'Keys: + − zoom, ← → move, 0 follows; / searches, n p step through hits; [ ] late, dropped and long frames, { } all, w the worst. Shift and drag: a range; Ctrl and wheel: zoom. Hatched: unknown, not idle.';

/** How many spans the search finds, and which of them is selected. */
function Found() {
  const { display, hit, span } = useProfiler();
  const count = useFigure(({ state }) => String(state?.foundCount ?? ''));
  if (display.query.trim() === '' || count === '') return null;
  if (count === '0') return 'nothing found';
  if (hit === null) return `${count} found`;
  const name = span === null ? '' : `: ${titleOf(span)}, ${format.milliseconds(span.durationMs)}`;
  return `${hit.number} of ${Math.max(hit.number, Number(count))}${name}`;
}

/** Shows the canvas, which stays the same element when tabs change, since a worker draws on it. */
function Plot({ session }: { session: ProfilerSession }) {
  const { root } = usePage();
  const plot = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = plot.current;
    if (element === null) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    element.append(session.canvas);
    listenToPlot(element, session, signal);
    const window = (element.ownerDocument.defaultView ?? globalThis.window) as typeof globalThis.window;
    const isDark = window.matchMedia('(prefers-color-scheme: dark)');
    const fit = (): void => {
      const wanted = root.ownerDocument.documentElement.dataset['theme'];
      session.setDisplay({
        widthPx: element.clientWidth,
        heightPx: Math.max(element.clientHeight, session.canvas.offsetHeight),
        pixelRatio: window.devicePixelRatio,
        theme: wanted === 'light' || wanted === 'dark' ? wanted : isDark.matches ? 'dark' : 'light',
      });
    };
    const observer = new window.ResizeObserver(fit);
    observer.observe(element);
    observer.observe(session.canvas);
    isDark.addEventListener('change', fit, { signal });
    return () => {
      listening.abort();
      observer.disconnect();
      session.canvas.remove();
      session.moveTo(session.get().display.view);
      session.setDisplay({ widthPx: 0 });
    };
  }, [session, root]);

  // The plot grows with its rows and never shrinks, or it would jump while time passes.
  useEffect(() => {
    let minHeightPx = 0;
    const grow = (): void => {
      const { heightPx = 0 } = session.figures.state ?? {};
      if (heightPx <= minHeightPx) return;
      minHeightPx = heightPx;
      session.growTo(heightPx);
    };
    grow();
    return session.onFigures(grow);
  }, [session]);

  return (
    <div
      ref={plot}
      className="profiler-plot"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its keys zoom and move
      tabIndex={0}
      role="img"
      aria-label="Lanes of all threads under an axis of frames. The tables have the same."
    />
  );
}
