import { useEffect, useMemo, useRef } from 'react';
import { AHEAD } from '../../../../protocol/media/spherical.ts';
import { directionWords } from './direction-words.ts';
import { listenForLookKeys } from './look-keys.ts';
import { OrientationSensor } from './orientation-sensor.ts';
import type { SphericalView } from '../../spherical/spherical-view.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { usePage, usePlayerState, useStore, useTools, useViewer } from '../shared/player-context.tsx';
import { LONG_NOTICE_MS } from '../shared/notices.ts';

/** Controls of one spherical film, or the notice that it cannot be shown as one. */
export function SphericalControls({ view }: { view: SphericalView | 'unavailable' }) {
  return view === 'unavailable' ? <FlatNotice /> : <LookControls view={view} />;
}

/** A compass that returns to the film's initial direction, and a motion button if the device has a sensor. */
function LookControls({ view }: { view: SphericalView }) {
  const { parameters } = usePage();
  const { language, notices } = useViewer();
  const { say } = language;
  useLookKeys(view);
  return (
    <div className="look-controls" hidden={!parameters.controls}>
      <IconButton
        icon="compass"
        label={say('resetView')}
        className="compass"
        ref={useNeedle(view)}
        onClick={() => {
          view.turnTo(AHEAD);
          notices.show(directionWords(view.direction, language));
        }}
      />
      <SensorButton view={view} />
    </div>
  );
}

/** Once for each film, for as long as a notice is shown. */
function FlatNotice() {
  const { notices, language } = useViewer();
  useEffect(() => {
    notices.show(language.say('sphericalFlat'), { forMs: LONG_NOTICE_MS });
  }, [notices, language]);
  return null;
}

function useLookKeys(view: SphericalView): void {
  const tools = useTools();
  useEffect(() => {
    if (tools.page.parameters.disablekb) return undefined;
    const listening = new AbortController();
    listenForLookKeys(view, tools, listening.signal);
    return () => listening.abort();
  }, [view, tools]);
}

/** The needle turns without a render, many times a second. */
function useNeedle(view: SphericalView) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const point = (): void => button.current?.style.setProperty('--look-turn', `${view.direction.yaw}deg`);
    point();
    return view.onTurn(point);
  }, [view]);
  return button;
}

function SensorButton({ view }: { view: SphericalView }) {
  const { clock, reportError } = usePage();
  const { language, notices } = useViewer();
  /** Set by the host: `false` forbids it, `true` starts it where the browser requires no permission. */
  const isAllowed = usePlayerState(({ orientationSensor }) => orientationSensor);
  const sensor = useMemo(() => new OrientationSensor(view, window, clock, reportError), [view, clock, reportError]);
  const isOn = useStore(sensor);
  useEffect(() => {
    if (isAllowed === true && sensor.needsNoGesture()) sensor.start().catch(reportError);
    if (isAllowed === false) sensor.stop();
  }, [isAllowed, sensor, reportError]);
  useEffect(() => () => sensor.stop(), [sensor]);
  if (isAllowed === false || !sensor.isAvailable()) return null;
  const toggle = async (): Promise<void> => {
    if (isOn) return sensor.stop();
    if (!(await sensor.start())) notices.show(language.say('moveRefused'), { forMs: LONG_NOTICE_MS });
  };
  return (
    <IconButton
      icon="moveDevice"
      label={language.say('moveToLook')}
      aria-pressed={isOn}
      onClick={() => void toggle().catch(reportError)}
    />
  );
}
