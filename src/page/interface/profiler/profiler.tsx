import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import './profiler.css';
import { IconButton } from '../shared/icon-button.tsx';
import { controlFor } from '../shared/leave-control.ts';
import {
  useFeature,
  useFeatures,
  useLanguage,
  usePage,
  usePlayback,
  useStore,
  useStorePart,
} from '../shared/player-context.tsx';
import { CompareTab } from './compare-tab.tsx';
import { openSession } from './open-session.ts';
import { PanelEdge } from './panel-edge.tsx';
import { listenToPanel } from './panel-keys.ts';
import type { PanelPlace } from './panel-place.ts';
import { StatsTab } from './stats-tab.tsx';
import { ThreadsTab } from './threads-tab.tsx';
import { SessionProvider, useProfiler, useSession } from './use-session.ts';
import type { WorkerComparison } from './worker-comparison.ts';
import { profilerPanel } from './profiler-panel.ts';

const TABS = ['Stats', 'Threads', 'Workers'] as const;
type Tab = (typeof TABS)[number];

/** The panel is not modal: the player's keys keep working, except those that parts of the panel use. */
export function Profiler() {
  const features = useFeatures();
  const panel = useFeature(profilerPanel);
  const { attention } = features.playback;
  const { root, media } = features.page;
  const [{ session, place, comparison, start, close }] = useState(() => openSession(features, panel.close));
  const [tab, setTab] = useState<Tab>('Stats');
  // Read before the panel takes the focus.
  const [opener] = useState(() => document.activeElement);
  const { side, body } = useStore(place);
  const isAsked = useStorePart(panel, (open) => open?.name === 'menu');

  useEffect(() => {
    start();
    return close;
  }, [start, close]);
  // In a frame without room for player and panel, the press that opened the panel also opens a window.
  useEffect(() => {
    if (isAsked && place.canOpenWindow && place.get().side === 'strip') void place.openWindow();
  }, [isAsked, place]);
  // Runs before the focus returns: a strip hides the button that has opened the panel.
  useLayoutEffect(() => () => place.close(), [place]);
  // The focus returns before the panel that has it is removed.
  useLayoutEffect(
    () => () => {
      const { activeElement, body: page } = document;
      const isInside = (activeElement?.closest('.profiler') ?? null) !== null;
      if (!isInside && (activeElement !== page || !isAsked)) return;
      const target = controlFor(opener, root) ?? media;
      attention.moveFocus(() => target.focus({ preventScroll: true }));
    },
    [isAsked, attention, opener, root, media],
  );

  const content = (
    <SessionProvider value={session}>
      <Panel
        key={side === 'window' ? 'window' : 'docked'}
        place={place}
        comparison={comparison}
        tab={tab}
        setTab={setTab}
      />
    </SessionProvider>
  );
  return body === null ? content : createPortal(content, body);
}

interface PanelProps {
  readonly place: PanelPlace;
  readonly comparison: WorkerComparison;
  readonly tab: Tab;
  readonly setTab: (tab: Tab) => void;
}

function Panel({ place, comparison, tab, setTab }: PanelProps) {
  const panel = useFeature(profilerPanel);
  const language = useLanguage();
  const { attention } = usePlayback();
  const session = useSession();
  const { side } = useStore(place);
  const frame = useRef<HTMLElement>(null);
  const isAsked = useStorePart(panel, (open) => open?.name === 'menu');

  // A panel that the address opens takes no focus.
  useLayoutEffect(() => {
    if (!isAsked) return;
    const tabs = '[role="tab"][aria-selected="true"]';
    attention.moveFocus(() => frame.current?.querySelector<HTMLElement>(tabs)?.focus());
  }, [isAsked, attention]);
  useEffect(() => {
    if (frame.current === null) return undefined;
    const listening = new AbortController();
    listenToPanel(frame.current, { session, close: panel.close }, listening.signal);
    return () => listening.abort();
  }, [session, panel]);

  return (
    <section ref={frame} className="profiler" data-side={side} lang="en" dir="ltr" aria-label="Stats for nerds">
      <PanelEdge place={place} />
      <header className="profiler-head">
        <div role="tablist" aria-label="Views" tabIndex={-1} onKeyDown={(event) => switchTab(event, setTab)}>
          {TABS.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`profiler-tab-${name}`}
              aria-controls="profiler-view"
              aria-selected={name === tab}
              tabIndex={name === tab ? 0 : -1}
              onClick={() => setTab(name)}
            >
              {name}
            </button>
          ))}
        </div>
        <p className="profiler-cost" role="status">
          <PlaceText place={place} />
        </p>
        <PlaceButtons place={place} />
        <IconButton icon="close" label={language.say('close')} onClick={panel.close} />
      </header>
      <div
        role="tabpanel"
        id="profiler-view"
        className="profiler-view"
        aria-labelledby={`profiler-tab-${tab}`}
        tabIndex={tab === 'Threads' ? -1 : 0}
      >
        {tab === 'Stats' && <StatsTab />}
        {tab === 'Threads' && <ThreadsTab />}
        {tab === 'Workers' && <CompareTab comparison={comparison} />}
      </div>
    </section>
  );
}

/** Why no window has opened, or else why the main thread draws the plot. */
function PlaceText({ place }: { place: PanelPlace }) {
  const { refusal } = useStore(place);
  const { where, reason } = useProfiler().place;
  if (refusal !== '') return refusal;
  return where === 'main' ? `Drawn on main: ${reason}` : '';
}

function PlaceButtons({ place }: { place: PanelPlace }) {
  const { side, hasBothSides } = useStore(place);
  const { reportError } = usePage();
  if (side === 'window')
    return (
      <button type="button" className="profiler-button" onClick={() => place.dock()}>
        Dock
      </button>
    );
  return (
    <>
      {hasBothSides && (
        <button type="button" className="profiler-button" onClick={() => place.turn()}>
          {side === 'beside' ? 'Under' : 'Beside'}
        </button>
      )}
      {place.canOpenWindow && (
        <button type="button" className="profiler-button" onClick={() => void place.openWindow().catch(reportError)}>
          Window
        </button>
      )}
    </>
  );
}

function switchTab(event: KeyboardEvent<HTMLElement>, select: (tab: Tab) => void): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const current = tabs.findIndex((tab) => tab === tab.ownerDocument.activeElement);
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: (current + 1) % TABS.length,
    ArrowLeft: (current - 1 + TABS.length) % TABS.length,
    Home: 0,
    End: TABS.length - 1,
  };
  const name = TABS[targets[event.key] ?? -1];
  if (name === undefined) return;
  event.preventDefault();
  select(name);
  tabs[TABS.indexOf(name)]?.focus();
}
