import {
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react';
import './panels.css';
import './docked.css';
import { IconButton } from '../shared/icon-button.tsx';
import { useFeature, usePage, usePlayback, useSay, useStore } from '../shared/player-context.tsx';
import { keepFocusInside, moveInMenu, reachableControls } from './panel-keys.ts';
import { keepFocusInPanel } from './keep-focus.ts';
import { panels } from './panels.ts';
import { closeBySwipe } from './sheet-swipe.ts';
import { notices } from '../shared/notices.ts';

interface PanelFrameProps {
  readonly className: string;
  readonly label: string;
  readonly style?: CSSProperties;
  /** Selector of the control that receives the focus when the panel opens; by default the first control. */
  readonly focus?: string;
  /** Called by Escape and by a phone's back gesture; by default the panel closes. */
  readonly onEscape?: () => void;
  /** The panel is beside the picture; the picture, its controls and its keys stay usable. */
  readonly isDocked?: boolean;
  /** `false` for a docked panel that opens without a request of the viewer. */
  readonly takesFocus?: boolean;
  readonly children: ReactNode;
}

/**
 * A modal dialog: the focus moves in, stays inside, and returns when it closes. Escape closes it, and so does a finger that drags it down
 * or a press outside, which has no other effect, because the rest of the page is inert. A docked panel is not modal: the focus moves in
 * and may leave, and only Escape inside closes it. Beside the profiler no panel is modal, since that would make the profiler inert: an
 * element over the player takes the presses outside.
 */
export function PanelFrame(props: PanelFrameProps) {
  const { className, label, style, focus, onEscape, isDocked = false, takesFocus = true, children } = props;
  const panel = useFeature(panels);
  const dialog = useRef<HTMLDialogElement>(null);
  const { root } = usePage();
  const [isBesideProfiler] = useState(() => /^(beside|under)$/.test(root.dataset['profiler'] ?? ''));
  useOpen(dialog, { focus, isDocked, isModal: !isDocked && !isBesideProfiler, takesFocus });
  useCloseOutside(dialog);
  useCloseBySwipe(dialog, isDocked);
  useKeptFocus(dialog);
  const escape = useEffectEvent(onEscape ?? panel.close);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') {
        event.preventDefault();
        escape();
      } else if (event.key === 'Tab' && !isDocked) keepFocusInside(event, element);
      else moveInMenu(event, element);
    };
    element.addEventListener('keydown', press, { signal });
    const cancel = (event: Event): void => {
      event.preventDefault();
      escape();
    };
    element.addEventListener('cancel', cancel, { signal });
    return () => listening.abort();
  }, [isDocked]);

  return (
    <>
      {!isDocked && isBesideProfiler && <div className="panel-outside" role="presentation" onClick={panel.close} />}
      <dialog
        ref={dialog}
        className={`panel ${className}`}
        aria-label={label}
        tabIndex={-1}
        data-panel={isDocked ? undefined : isBesideProfiler ? 'beside-profiler' : ''}
        data-docked={isDocked ? '' : undefined}
        style={style}
      >
        {children}
        {!isDocked && <PanelNotice />}
      </dialog>
    </>
  );
}

/** Opens before the paint, so that a key that follows at once arrives in the panel. */
function useOpen(
  dialog: RefObject<HTMLDialogElement | null>,
  {
    focus,
    isDocked,
    isModal,
    takesFocus,
  }: Required<Pick<PanelFrameProps, 'isDocked' | 'takesFocus'>> & {
    readonly focus: string | undefined;
    readonly isModal: boolean;
  },
): void {
  const { attention } = usePlayback();
  const panel = useFeature(panels);
  const open = useEffectEvent((element: HTMLDialogElement): void => {
    // `show` and `showModal` take the focus; the attribute does not.
    if (!takesFocus) return void (element.open = true);
    attention.moveFocus(() => {
      if (isModal) element.showModal();
      else element.show();
      const first = focus === undefined ? null : element.querySelector<HTMLElement>(focus);
      (first ?? reachableControls(element)[0] ?? element).focus();
    });
  });
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    open(element);
    // An element in full screen would cover a modal dialog that was opened before.
    if (!isDocked) element.ownerDocument.addEventListener('fullscreenchange', panel.close);
    return () => {
      element.ownerDocument.removeEventListener('fullscreenchange', panel.close);
      // `close` returns the focus.
      attention.moveFocus(() => element.close());
    };
  }, [dialog, attention, panel, isDocked]);
}

/** A press counts as outside if it begins and ends there: a selection of text may leave the dialog. */
function useCloseOutside(dialog: RefObject<HTMLDialogElement | null>): void {
  const panel = useFeature(panels);
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
    // The layout may have changed since the pointer went down, so the position of the click is not used.
    element.addEventListener('click', ({ target }) => hasBegunOutside && target === element && panel.close(), {
      signal,
    });
    return () => listening.abort();
  }, [dialog, panel]);
}

function useCloseBySwipe(dialog: RefObject<HTMLDialogElement | null>, isDocked: boolean): void {
  const panel = useFeature(panels);
  useLayoutEffect(() => {
    const element = dialog.current;
    return element === null || isDocked ? undefined : closeBySwipe(element, panel.close);
  }, [dialog, panel, isDocked]);
}

function useKeptFocus(dialog: RefObject<HTMLDialogElement | null>): void {
  const { attention } = usePlayback();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    return keepFocusInPanel(element, (move) => attention.moveFocus(move));
  }, [dialog, attention]);
}

interface PanelHeadProps {
  readonly title: string;
  /** Controls between the heading and the close button. */
  readonly children?: ReactNode;
  /** By default, closes the open panel. */
  readonly onClose?: () => void;
}

/** Heading and close button of a sheet that covers the picture, or is docked beside it. */
export function PanelHead({ title, children, onClose }: PanelHeadProps) {
  const panel = useFeature(panels);
  const say = useSay();
  return (
    <div className="panel-head">
      <h2>{title}</h2>
      {children}
      <IconButton icon="close" label={say('close')} onClick={onClose ?? panel.close} />
    </div>
  );
}

/** Shows notices inside a modal panel: while it is open, notices over the picture are inert, and a sheet covers them. */
function PanelNotice() {
  const notice = useStore(useFeature(notices));
  return (
    <p className="panel-notice" role="status">
      {notice?.text}
    </p>
  );
}
