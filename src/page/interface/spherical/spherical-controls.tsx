import { useEffect, useMemo, useRef, useState } from 'react';
import { LookPad } from './look-pad.tsx';
import { listenForLookKeys } from './look-keys.ts';
import { OrientationSensor } from './orientation-sensor.ts';
import type { SphericalView } from '../../spherical/spherical-view.ts';
import { IconButton } from '../shared/icon-button.tsx';
import {
  useFeature,
  useFeatures,
  useLanguage,
  usePage,
  usePlayback,
  usePlayerState,
  useSay,
  useStore,
} from '../shared/player-context.tsx';
import { LONG_NOTICE_MS, notices } from '../shared/notices.ts';

/** Controls of a spherical video, or the notice that it is shown flat. */
export function SphericalControls({ view }: { view: SphericalView | 'unavailable' }) {
  return view === 'unavailable' ? <FlatNotice /> : <LookControls view={view} />;
}

/** A compass that opens the buttons for looking around, and a motion button if the device has a sensor. */
function LookControls({ view }: { view: SphericalView }) {
  const { parameters } = usePage();
  const { attention } = usePlayback();
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  const compass = useNeedle(view);
  useLookKeys(view);
  const close = (): void => {
    attention.moveFocus(() => compass.current?.focus());
    setOpen(false);
  };
  return (
    <div className="look-controls" hidden={!parameters.controls}>
      <IconButton
        icon="compass"
        label={say('lookAround')}
        className="compass"
        ref={compass}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && <LookPad view={view} onClose={close} />}
      <SensorButton view={view} />
    </div>
  );
}

/** Shows a notice once for each video, since this browser shows it flat. */
function FlatNotice() {
  const notice = useFeature(notices);
  const language = useLanguage();
  useEffect(() => {
    notice.show(language.say('sphericalFlat'), { forMs: LONG_NOTICE_MS });
  }, [notice, language]);
  return null;
}

function useLookKeys(view: SphericalView): void {
  const features = useFeatures();
  useEffect(() => {
    if (features.page.parameters.disablekb) return undefined;
    const listening = new AbortController();
    listenForLookKeys(view, features, listening.signal);
    return () => listening.abort();
  }, [view, features]);
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
  const language = useLanguage();
  const notice = useFeature(notices);
  // Set by the host: `false` forbids the sensor, `true` starts it if the browser requires no permission.
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
    if (!(await sensor.start())) notice.show(language.say('moveRefused'), { forMs: LONG_NOTICE_MS });
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
