import { FRAME_AXIS_END_PX, GUTTER_PX } from '../../../../protocol/profiling/profiler-messages.ts';
import { panned, viewAfterKey, zoomed } from './plot-view.ts';
import type { ProfilerSession } from './profiler-session.ts';

const WHEEL_STEP = 1.0015;
/** A press that moves less is a click. */
const DRAG_MIN_PX = 3;

/** Wheel, drag and keys of the plot. `signal` ends the listeners. */
export function listenToPlot(plot: HTMLElement, session: ProfilerSession, signal: AbortSignal): void {
  const timeWidth = (): number => Math.max(1, plot.clientWidth - GUTTER_PX);
  const place = ({ clientX, clientY }: MouseEvent): readonly [x: number, y: number] => {
    const { left, top } = session.canvas.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  const pan = (byPx: number): void =>
    session.moveTo(panned(session.get().display.view, byPx / timeWidth(), session.bounds));
  const timeOf = (x: number): number => {
    const { view } = session.get().display;
    const toMs = view.endMs ?? session.bounds.latestMs;
    return toMs - view.lengthMs * (1 - (x - GUTTER_PX) / timeWidth());
  };
  let draggedPx: number | null = null;
  let rangeFromMs: number | null = null;

  // The listener is not passive: the panel must not scroll while its plot zooms. A plot that fills the panel lets the wheel scroll the
  // panel, unless Ctrl or Shift is held.
  plot.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.shiftKey && fillsPanel(plot)) return;
      event.preventDefault();
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return pan(event.deltaX || event.deltaY);
      const share = (place(event)[0] - GUTTER_PX) / timeWidth();
      session.moveTo(zoomed(session.get().display.view, WHEEL_STEP ** event.deltaY, share, session.bounds));
    },
    { signal, passive: false },
  );
  plot.addEventListener(
    'pointerdown',
    (event) => {
      draggedPx = 0;
      rangeFromMs = event.shiftKey ? timeOf(place(event)[0]) : null;
      plot.setPointerCapture(event.pointerId);
    },
    { signal },
  );
  plot.addEventListener(
    'pointermove',
    (event) => {
      if (draggedPx === null) return session.point(...place(event));
      draggedPx += Math.abs(event.movementX) + Math.abs(event.movementY);
      if (rangeFromMs !== null) {
        const ms = [rangeFromMs, timeOf(place(event)[0])].sort((one, other) => one - other);
        return session.setDisplay({ withSums: true, range: { fromMs: ms[0] ?? 0, toMs: ms[1] ?? 0 } });
      }
      plot.scrollTop -= event.movementY;
      if (event.movementX !== 0) pan(-event.movementX);
    },
    { signal },
  );
  plot.addEventListener(
    'pointerup',
    (event) => {
      const [x, y] = place(event);
      const isClick = (draggedPx ?? 0) < DRAG_MIN_PX;
      draggedPx = null;
      if (!isClick) return;
      if (y < FRAME_AXIS_END_PX) session.chooseFrame({ atMs: timeOf(x) });
      else session.setDisplay({ selected: session.get().span?.key ?? null });
    },
    { signal },
  );
  plot.addEventListener('pointercancel', () => (draggedPx = null), { signal });
  plot.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const view = viewAfterKey(event.key, session.get().display.view, session.bounds);
      if (view !== null) session.moveTo(view);
      else if (event.key === 'ArrowUp' || event.key === 'ArrowDown')
        plot.scrollTop += event.key === 'ArrowDown' ? 30 : -30;
      else return;
      // The player uses the same keys to seek and to change captions.
      event.preventDefault();
    },
    { signal },
  );
}

/** A plot that takes a larger share of the panel leaves no area over which the wheel could scroll the panel. */
const FULL_SHARE = 0.6;

function fillsPanel(plot: HTMLElement): boolean {
  const view = plot.closest('.profiler-view');
  return view !== null && plot.offsetHeight > view.clientHeight * FULL_SHARE;
}
