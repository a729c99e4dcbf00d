import { useCallback, useMemo, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useLanguage, usePlayback, usePlayerState } from '../shared/player-context.tsx';
import type { TranscriptLine } from './group-cues.ts';
import { useNearBlocks } from './near-blocks.ts';
import type { ReadingEvent, ReadingState } from './reading-table.ts';
import type { ShownLine } from './search-lines.ts';
import { BLOCK_LINES, TranscriptBlock } from './transcript-block.tsx';
import { useFocused, useFollow, usePresent } from './use-lines.ts';

interface TranscriptListProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  /** All lines; `shown` has the lines that match the search. */
  readonly lines: readonly TranscriptLine[];
  readonly shown: readonly ShownLine[];
  readonly languageCode: string;
  readonly reading: ReadingState;
  readonly send: (event: ReadingEvent) => void;
  /** A message in place of lines. */
  readonly children: ReactNode;
}

const SCROLL_KEYS: readonly string[] = ['PageUp', 'PageDown'];

/**
 * The list of lines: one Tab stop; arrows, Home and End move between lines; Enter and a press seek. Lines far from the view are not
 * drawn.
 */
export function TranscriptList(props: TranscriptListProps) {
  const { ref: list, lines, shown, languageCode, reading, send, children } = props;
  const { player } = usePlayback();
  const { say } = useLanguage();
  const { chapters } = usePlayerState(({ video }) => video);
  const present = usePresent(lines, shown);
  const [focused, setFocused] = useFocused(shown);
  const tabStop = focused >= 0 ? focused : Math.max(0, present);
  const blocks = useMemo(
    () => Array.from({ length: Math.ceil(shown.length / BLOCK_LINES) }, (_, index) => index),
    [shown],
  );
  const near = useNearBlocks(list, blocks);
  useFollow({ list, reading, present });

  const press = useCallback(
    (place: number): void => {
      const line = shown[place]?.line;
      if (line === undefined) return;
      player.execute({ name: 'seekTo', arguments: [line.startSeconds, true] }, 'viewer');
      send('sought');
    },
    [shown, player, send],
  );
  const focus = useCallback(
    (place: number): void => {
      setFocused(place);
      send('moved');
    },
    [setFocused, send],
  );
  const scroll = (): void => {
    if (list.current !== null && list.current.scrollHeight > list.current.clientHeight) send('moved');
  };
  const moveTo = (place: number): void => {
    // Draws the line first, which may be far away.
    flushSync(() => focus(place));
    const line = list.current?.querySelector<HTMLElement>(`[data-line="${place}"]`);
    line?.focus();
    // A line that is higher than the list shows from its start.
    if (list.current !== null && line && line.offsetHeight > list.current.clientHeight)
      line.scrollIntoView({ block: 'start', behavior: 'instant' });
  };
  const move = (event: KeyboardEvent): void => {
    if (SCROLL_KEYS.includes(event.key)) scroll();
    if (list.current !== null && readOn(list.current, event)) return event.preventDefault();
    const place = placeAfter(event, event.target === list.current, tabStop, shown.length - 1);
    if (place === null) return;
    event.preventDefault();
    moveTo(place);
  };
  const within = (place: number, index: number): number => (Math.floor(place / BLOCK_LINES) === index ? place : -1);
  const isHeld = (index: number): boolean =>
    within(tabStop, index) >= 0 || (reading === 'following' && within(present, index) >= 0);
  return (
    <div
      className="transcript-lines"
      role="presentation"
      onKeyDown={move}
      onWheel={scroll}
      onTouchMove={scroll}
      onPointerDown={({ target }) => target === list.current && scroll()}
    >
      <div ref={list} className="transcript-list" role="group" aria-label={say('transcript')} tabIndex={-1}>
        {children}
        {blocks.length > 0 && (
          <div role="list">
            {blocks.map((index) => (
              <TranscriptBlock
                key={index}
                index={index}
                shown={shown}
                chapters={chapters}
                languageCode={languageCode}
                isDrawn={near.indices.has(index) || isHeld(index)}
                height={near.heights.get(index)}
                present={within(present, index)}
                tabStop={within(tabStop, index)}
                onPress={press}
                onFocus={focus}
              />
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

/** Share of the list's height that an arrow scrolls through a line higher than the list: the last words stay in view. */
const STEP_SHARE = 0.8;

/** Scrolls through a line that is higher than the list before an arrow moves to the next line. Returns whether it has scrolled. */
function readOn(list: HTMLElement, { key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const line = target instanceof Element ? target.closest<HTMLElement>('.transcript-line') : null;
  if (ctrlKey || metaKey || altKey || line === null || line.offsetHeight <= list.clientHeight) return false;
  const [lineBox, listBox] = [line.getBoundingClientRect(), list.getBoundingClientRect()];
  const hiddenPx: Readonly<Record<string, number>> = {
    ArrowDown: lineBox.bottom - listBox.bottom,
    ArrowUp: listBox.top - lineBox.top,
  };
  const restPx = hiddenPx[key] ?? 0;
  if (restPx < 1) return false;
  const stepPx = Math.min(restPx, STEP_SHARE * list.clientHeight);
  list.scrollBy({ top: key === 'ArrowUp' ? -stepPx : stepPx, behavior: 'instant' });
  return true;
}

/** The line that a key moves to, from a line or from the list itself; `null` for other keys. */
function placeAfter(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  isOnList: boolean,
  tabStop: number,
  last: number,
): number | null {
  if (ctrlKey || metaKey || altKey || last < 0) return null;
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: isOnList ? tabStop : Math.min(last, tabStop + 1),
    ArrowUp: isOnList ? tabStop : Math.max(0, tabStop - 1),
    Home: 0,
    End: last,
  };
  return targets[key] ?? null;
}
