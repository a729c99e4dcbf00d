import { useEffectEvent, useLayoutEffect, useRef, type CSSProperties, type ReactNode, type RefObject } from 'react';
import { IconButton } from '../shared/icon-button.tsx';
import { usePlayback, useSay, useViewer } from '../shared/player-context.tsx';
import { keepFocusInside, moveInMenu, reachableControls } from './panel-keys.ts';

interface PanelFrameProps {
  readonly className: string;
  readonly label: string;
  readonly style?: CSSProperties;
  /** The control that gets focus when it opens; the first one by default. */
  readonly focus?: string;
  /** Called by Escape and by a phone's back gesture; by default the panel closes. */
  readonly onEscape?: () => void;
  readonly children: ReactNode;
}

/**
 * A modal dialog: focus moves in, stays in and returns to where it was; Escape closes it, and so does a press outside,
 * which has no other effect because the rest of the page is inert meanwhile.
 */
export function PanelFrame({ className, label, style, focus, onEscape, children }: PanelFrameProps) {
  const { panels } = useViewer();
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog, focus);
  useCloseOutside(dialog);
  const escape = useEffectEvent(onEscape ?? panels.close);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') {
        event.preventDefault();
        escape();
      } else if (event.key === 'Tab') keepFocusInside(event, element);
      else moveInMenu(event, element);
    };
    element.addEventListener('keydown', press, { signal });
    const cancel = (event: Event): void => {
      event.preventDefault();
      escape();
    };
    element.addEventListener('cancel', cancel, { signal });
    return () => listening.abort();
  }, []);

  return (
    <dialog ref={dialog} className={`panel ${className}`} aria-label={label} tabIndex={-1} data-panel="" style={style}>
      {children}
    </dialog>
  );
}

/** Opens before it is painted, so that a key that follows at once arrives in it. */
function useModal(dialog: RefObject<HTMLDialogElement | null>, focus: string | undefined): void {
  const { attention } = usePlayback();
  const { panels } = useViewer();
  const open = useEffectEvent((element: HTMLDialogElement): void => {
    attention.moveFocus(() => {
      element.showModal();
      const first = focus === undefined ? null : element.querySelector<HTMLElement>(focus);
      (first ?? reachableControls(element)[0] ?? element).focus();
    });
  });
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    open(element);
    // The element that fills the screen would cover a dialog that was open before.
    element.ownerDocument.addEventListener('fullscreenchange', panels.close);
    return () => {
      element.ownerDocument.removeEventListener('fullscreenchange', panels.close);
      // Returns the focus.
      attention.moveFocus(() => element.close());
    };
  }, [dialog, attention, panels]);
}

/** A press counts as outside if it begins and ends there: a selection of text may leave the dialog. */
function useCloseOutside(dialog: RefObject<HTMLDialogElement | null>): void {
  const { panels } = useViewer();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    let hasBegunOutside = false;
    const isOutside = ({ target, clientX, clientY }: MouseEvent): boolean => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
      return target === element && !isInside;
    };
    element.addEventListener('pointerdown', (event) => (hasBegunOutside = isOutside(event)), { signal });
    // The layout may have followed the pointer meanwhile, so the place of the click says nothing.
    element.addEventListener('click', ({ target }) => hasBegunOutside && target === element && panels.close(), {
      signal,
    });
    return () => listening.abort();
  }, [dialog, panels]);
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
