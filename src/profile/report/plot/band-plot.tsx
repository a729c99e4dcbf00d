import {
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import type { Milestone } from '../schema/timeline.ts';
import { Legend } from './legend.tsx';
import { drawBands } from './draw-bands.ts';
import { formatUs } from './format.ts';
import { heightOf, hitAt, placeBands, ROW_PX } from './layout.ts';
import type { Palette } from './palette.ts';
import { viewAfterKey } from './plot-keys.ts';
import { hitsOf, matchingLabels } from './search.ts';
import type { Band, Hit } from './span-rows.ts';
import { useColours } from './use-colours.ts';
import { around, pan, zoom, type View } from './view.ts';

/** Walks through spans of a plot, for components outside of it. */
export interface Walker {
  /** Steps to the next or previous match of the search. */
  walk(step: 1 | -1): void;
  /** Selects a span and brings it into view. */
  show(hit: Hit): void;
}

export interface BandPlotProps {
  readonly label: string;
  readonly bands: readonly Band[];
  readonly durationUs: number;
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly query: string;
  readonly palette: Palette;
  /** Handle for keys that are pressed outside of the plot. */
  readonly walker?: RefObject<Walker | null>;
  readonly milestones?: readonly Milestone[];
  /** Called when a span is chosen for a separate view, with the index of its band and of its label. */
  readonly onOpen?: (band: number, label: number) => void;
}

const NONE: readonly Milestone[] = [];
const WHEEL_STEP = 1.0015;

/** Bands of spans on one time axis. Pointer, wheel and keys move the view; `n` and `p` walk through the matches of the search. */
export function BandPlot({
  label,
  bands,
  durationUs,
  view,
  onView,
  query,
  palette,
  walker,
  milestones = NONE,
  onOpen,
}: BandPlotProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [widthPx, setWidthPx] = useState(800);
  const [selected, setSelected] = useState<Hit | null>(null);
  // The last hit of a step through a search, with its query; the pointer may have selected another span since.
  const [walked, setWalked] = useState<Walked>({ query: '', hit: null, number: 0, count: 0 });
  const colours = useColours();
  const placed = useMemo(() => placeBands(bands), [bands]);
  const found = useMemo(() => bands.map((band) => matchingLabels(band, query)), [bands, query]);
  const heightPx = heightOf(placed);

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidthPx(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return undefined;
    const request = requestAnimationFrame(() => {
      const scale = devicePixelRatio;
      element.width = Math.round(widthPx * scale);
      element.height = Math.round(heightPx * scale);
      context.setTransform(scale, 0, 0, scale, 0, 0);
      drawBands(context, { placed, view, milestones, widthPx, heightPx, found, selected, palette, colours });
    });
    return () => cancelAnimationFrame(request);
  }, [placed, view, milestones, widthPx, heightPx, found, selected, palette, colours]);

  // React's wheel listeners are passive and could not keep the page from scrolling while a plot zooms.
  useEffect(() => {
    const element = canvas.current;
    const turn = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.shiftKey && document.activeElement !== element) return;
      event.preventDefault();
      if (event.shiftKey) return onView(pan(view, (event.deltaX + event.deltaY) / widthPx, durationUs));
      const atUs = view.fromUs + (event.offsetX / widthPx) * (view.toUs - view.fromUs);
      onView(zoom(view, WHEEL_STEP ** event.deltaY, atUs, durationUs));
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, [view, onView, widthPx, durationUs]);

  const walk = (step: 1 | -1): void => {
    const hits = hitsOf(bands, query);
    const last = walked.query === query ? walked.hit : null;
    const present = last === null ? -1 : hits.findIndex((hit) => isSame(hit, last));
    const from = present < 0 && step < 0 ? 0 : present;
    const index = (from + step + hits.length) % Math.max(1, hits.length);
    const next = hits[index];
    if (next === undefined) return;
    setWalked({ query, hit: next, number: index + 1, count: hits.length });
    const [startUs, endUs] = timesOf(next);
    if (startUs < view.fromUs || endUs > view.toUs) onView(around(startUs, endUs, durationUs));
    point(next);
  };
  const point = (hit: Hit): void => {
    setSelected(hit);
    const y = placed.find(({ band }) => band === hit.band)?.rowsY ?? 0;
    bringIntoView(canvas.current?.parentElement, y + hit.row * ROW_PX);
  };
  const show = (hit: Hit): void => {
    onView(around(...timesOf(hit), durationUs));
    point(hit);
  };
  useImperativeHandle(walker, () => ({ walk, show }));
  const open = (): void => {
    if (selected !== null) onOpen?.(bands.indexOf(selected.band), labelOf(selected));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = viewAfterKey(event.key, view, durationUs);
    if (next !== null) onView(next);
    else if (event.key === 'n') walk(1);
    else if (event.key === 'p') walk(-1);
    else if (event.key === 'Enter') open();
    else if (event.key === 'Escape') setSelected(null);
    else return;
    event.preventDefault();
  };
  const select = ({ nativeEvent }: PointerEvent): void =>
    setSelected(hitAt(placed, view, widthPx, nativeEvent.offsetX, nativeEvent.offsetY));
  const drag = (event: PointerEvent): void => {
    if (event.buttons === 1) onView(pan(view, -event.movementX / widthPx, durationUs));
    else select(event);
  };

  return (
    <div className="plot">
      <div className="plot-window">
        <canvas
          ref={canvas}
          tabIndex={0}
          role="img"
          aria-label={`${label}. The table below has the same figures.`}
          style={{ height: heightPx }}
          onKeyDown={onKeyDown}
          onPointerDown={select}
          onPointerMove={drag}
          onDoubleClick={open}
        />
      </div>
      <p className="selection" role="status">
        {selected === null ? <Hints /> : `${numberText(walked, query, selected)}${describe(selected)}.`}
        {onOpen !== undefined && ' Enter or a double click shows its callers and what it called.'}
      </p>
      <Legend palette={palette} hasMarks={milestones.length > 0} />
    </div>
  );
}

interface Walked {
  readonly query: string;
  readonly hit: Hit | null;
  readonly number: number;
  readonly count: number;
}

/** Position of the selected span among the hits, if it is a hit of the current search. */
function numberText({ query, hit, number, count }: Walked, present: string, selected: Hit): string {
  return hit !== null && query === present && isSame(hit, selected) ? `${number} of ${count}: ` : '';
}

/** Scrolls to a row: the plot may be taller than its scrolling window, and that window may be outside of the viewport. */
function bringIntoView(plotWindow: HTMLElement | null | undefined, y: number): void {
  if (!plotWindow) return;
  const { scrollTop, clientHeight } = plotWindow;
  if (y < scrollTop || y + ROW_PX > scrollTop + clientHeight) plotWindow.scrollTop = y - clientHeight / 2;
  void plotWindow.scrollIntoView({ block: 'nearest' });
}

function Hints() {
  return (
    <>
      Click into the plot, then turn the wheel or press <kbd>+</kbd> <kbd>−</kbd> to zoom, <kbd>←</kbd> <kbd>→</kbd> to
      move, <kbd>0</kbd> for all; <kbd>/</kbd> searches, <kbd>n</kbd> <kbd>p</kbd> walk through what was found.
    </>
  );
}

function isSame(one: Hit, other: Hit): boolean {
  return one.band === other.band && one.row === other.row && one.index === other.index;
}

function timesOf({ band, row, index }: Hit): [number, number] {
  const spans = band.rows[row];
  return [spans?.startUs[index] ?? 0, spans?.endUs[index] ?? 0];
}

function labelOf({ band, row, index }: Hit): number {
  return band.rows[row]?.label[index] ?? -1;
}

function describe(hit: Hit): string {
  const [startUs, endUs] = timesOf(hit);
  const label = labelOf(hit);
  const group = hit.band.groups[label] ?? '';
  const name = hit.band.labels[label] ?? '';
  const kind = group === '' || group === name ? '' : `, ${group}`;
  const cpuUs = hit.band.rows[hit.row]?.cpuUs?.[hit.index];
  const wall = formatUs(endUs - startUs);
  const time = cpuUs === undefined ? wall : `${formatUs(cpuUs)} of CPU in ${wall}`;
  return `${name}${kind}: ${time} from ${formatUs(startUs)} on, in ${hit.band.title}`;
}
