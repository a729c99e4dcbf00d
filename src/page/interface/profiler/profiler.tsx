import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import './profiler.css';
import { IconButton } from '../shared/icon-button.tsx';
import { useFeature, useFeatures, useLanguage, useStore } from '../shared/player-context.tsx';
import * as format from './format.ts';
import { openSession } from './open-session.ts';
import { StatsTab } from './stats-tab.tsx';
import { ThreadsTab } from './threads-tab.tsx';
import { SessionProvider, useProfiler } from './use-session.ts';
import { profilerPanel } from './profiler-panel.ts';

const TABS = ['Stats', 'Threads'] as const;
type Tab = (typeof TABS)[number];

/** Not modal: the video plays on with its keys, except those that the panel's own parts use. */
export function Profiler() {
  const features = useFeatures();
  const panel = useFeature(profilerPanel);
  const language = useLanguage();
  const { attention } = features.playback;
  const [{ session, start, close }] = useState(() => openSession(features));
  const [tab, setTab] = useState<Tab>('Stats');
  const frame = useRef<HTMLElement>(null);
  const isAsked = useStore(panel)?.name === 'menu';

  useEffect(() => {
    start();
    return close;
  }, [start, close]);
  // A panel that the address opens takes no focus. The focus returns before the panel is removed with it.
  useLayoutEffect(() => {
    const { activeElement: opener } = document;
    const element = frame.current;
    if (!isAsked) return undefined;
    const tabs = '[role="tab"][aria-selected="true"]';
    attention.moveFocus(() => frame.current?.querySelector<HTMLElement>(tabs)?.focus());
    return () => {
      const { activeElement, body } = document;
      if (!(opener instanceof HTMLElement) || (activeElement !== body && element?.contains(activeElement) !== true))
        return;
      const giveBack = (): void => attention.moveFocus(() => opener.focus());
      giveBack();
      // In a small frame it is hidden until the panel has gone.
      if (document.activeElement !== opener) queueMicrotask(giveBack);
    };
  }, [isAsked, attention]);
  useEffect(() => {
    const element = frame.current;
    const document = element?.ownerDocument;
    const press = (event: globalThis.KeyboardEvent): void => {
      const { key, target } = event;
      const isInside = element?.contains(target as Node) === true;
      // Also with the focus on a control: nothing else has used the key, and a menu keeps its own.
      const isElsewhere = event.defaultPrevented || (target as Element).closest('dialog') !== null;
      if (key === 'Escape' && !isElsewhere) panel.close();
      if (key !== '/' || !isInside || target instanceof HTMLInputElement) return;
      event.preventDefault();
      element.querySelector<HTMLInputElement>('input[type="search"]')?.focus();
    };
    document?.addEventListener('keydown', press);
    return () => document?.removeEventListener('keydown', press);
  }, [panel]);

  return (
    <SessionProvider value={session}>
      <section ref={frame} className="profiler" lang="en" dir="ltr" aria-label="Stats for nerds">
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
          <CostText />
          <IconButton icon="close" label={language.say('close')} onClick={panel.close} />
        </header>
        <div
          role="tabpanel"
          id="profiler-view"
          className="profiler-view"
          aria-labelledby={`profiler-tab-${tab}`}
          tabIndex={tab === 'Stats' ? 0 : -1}
        >
          {tab === 'Stats' ? <StatsTab /> : <ThreadsTab />}
        </div>
      </section>
    </SessionProvider>
  );
}

/** Cost of the profiler on both of its threads. */
function CostText() {
  const { state, place, costMsPerSecond } = useProfiler();
  const drawn = state?.costMsPerSecond;
  const where = place.where === 'worker' ? 'its worker' : 'drawing on main';
  return (
    <p className="profiler-cost">
      This panel: {format.milliseconds(costMsPerSecond)}/s on main
      {drawn !== undefined && `, ${format.milliseconds(drawn)}/s ${place.where === 'worker' ? 'in' : 'for'} ${where}`}
      {place.reason !== '' && ` (${place.reason})`}
    </p>
  );
}

function switchTab(event: KeyboardEvent<HTMLElement>, select: (tab: Tab) => void): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const current = tabs.findIndex((tab) => tab === document.activeElement);
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
