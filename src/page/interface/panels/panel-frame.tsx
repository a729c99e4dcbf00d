import { useLayoutEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import { IconButton } from '../shared/icon-button.tsx';
import { useSay, useViewer } from '../shared/player-context.tsx';

interface PanelFrameProps {
  readonly className: string;
  readonly label: string;
  readonly style?: CSSProperties;
  /** The control that gets focus when it opens; the first one by default. */
  readonly focus?: string;
  /** What Escape does; closes by default. */
  readonly onEscape?: () => void;
  readonly children: ReactNode;
}

/**
 * Common behaviour of panels: focus moves in and stays in, Escape and a press outside close it, and the button that
 * opened it is focused again afterwards (by `Panels`).
 */
export function PanelFrame({ className, label, style, focus, onEscape, children }: PanelFrameProps) {
  const { panels } = useViewer();
  const frame = useRef<HTMLDivElement>(null);

  // Before it is painted: who sees it may press a key at once.
  useLayoutEffect(() => {
    const first = focus === undefined ? null : frame.current?.querySelector<HTMLElement>(focus);
    (first ?? (frame.current === null ? undefined : controlsIn(frame.current)[0]) ?? frame.current)?.focus();
  }, [focus]);

  useLayoutEffect(() => {
    const pressElsewhere = ({ target }: PointerEvent): void => {
      if (!(target instanceof Element) || frame.current?.contains(target) === true) return;
      /** A press on the opener closes the panel, and must not reopen it at once. */
      if (target.closest('[data-opens]') === null) panels.close();
    };
    document.addEventListener('pointerdown', pressElsewhere);
    return () => document.removeEventListener('pointerdown', pressElsewhere);
  }, [panels]);

  useLayoutEffect(() => {
    const element = frame.current;
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') (onEscape ?? panels.close)();
      else if (element === null) return;
      else if (event.key === 'Tab') keepFocus(event, element);
      else moveInMenu(event, element);
    };
    element?.addEventListener('keydown', press);
    return () => element?.removeEventListener('keydown', press);
  }, [panels, onEscape]);

  return (
    <div
      ref={frame}
      className={`panel ${className}`}
      role="dialog"
      aria-modal="true"
      aria-label={label}
      tabIndex={-1}
      data-panel=""
      style={style}
    >
      {children}
    </div>
  );
}

/** Heading and close button of a sheet that covers the picture. */
export function PanelHead({ title }: { title: string }) {
  const { panels } = useViewer();
  const say = useSay();
  return (
    <div className="panel-head">
      <h2>{title}</h2>
      <IconButton icon="close" label={say('close')} onClick={() => panels.close()} />
    </div>
  );
}

function controlsIn(frame: HTMLElement): HTMLElement[] {
  const controls = 'button, a[href], input, select, textarea';
  return [...frame.querySelectorAll<HTMLElement>(controls)].filter(
    (control) => !control.matches(':disabled, [tabindex="-1"]') && control.getClientRects().length > 0,
  );
}

/** Tab goes round inside. */
function keepFocus(event: KeyboardEvent, frame: HTMLElement): void {
  const controls = controlsIn(frame);
  const [first, last] = [controls[0], controls.at(-1)];
  const leavesAt = event.shiftKey ? first : last;
  if (document.activeElement !== leavesAt && document.activeElement !== frame) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

/** Arrows move through the lines of a menu or list, Home and End to its ends; fields and radio groups differ. */
function moveInMenu(event: KeyboardEvent, frame: HTMLElement): void {
  const { activeElement } = document;
  const own = 'input, select, textarea, [role="radiogroup"]';
  if ((activeElement?.closest(own) ?? null) !== null) return;
  const lines = [...frame.querySelectorAll<HTMLElement>('.menu-item')];
  if (lines.length < 2) return;
  const current = lines.findIndex((line) => line === activeElement);
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: (current + 1) % lines.length,
    ArrowUp: (Math.max(current, 0) - 1 + lines.length) % lines.length,
    Home: 0,
    End: lines.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  lines[target]?.focus();
  event.preventDefault();
}
