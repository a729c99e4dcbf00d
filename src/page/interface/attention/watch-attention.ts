import { CONTROL_SELECTOR } from '../shared/control-selector.ts';
import { listenerOn } from '../shared/listener-on.ts';
import type { Attention } from './attention.ts';

const MODIFIERS: readonly string[] = ['Shift', 'Control', 'Alt', 'Meta'];

/** Reports the viewer's input on the player. The surface reports fingers on the picture, since it distinguishes taps from scrolling. */
export function watchAttention(
  root: HTMLElement,
  attention: Pick<Attention, 'isMovingFocus' | 'send'>,
  signal = new AbortController().signal,
): void {
  const on = listenerOn(root, { passive: true, signal });
  let place = '';
  on('pointermove', ({ pointerType, screenX, screenY, target }) => {
    const before = place;
    place = `${screenX} ${screenY}`;
    // Browsers also send `pointermove` for a resting pointer when the page changes beneath it.
    if (pointerType !== 'touch' && place !== before) attention.send(isControl(target) ? 'pointedControl' : 'pointed');
  });
  on('pointerdown', ({ pointerType, target }) => {
    if (pointerType !== 'touch') attention.send('pointed');
    else if (isControl(target)) attention.send('touched');
  });
  on('pointerleave', ({ pointerType }) => pointerType === 'mouse' && attention.send('left'));
  // Without a focus, keys arrive at the body.
  root.ownerDocument.addEventListener(
    'keydown',
    ({ key }) => !MODIFIERS.includes(key) && attention.send('keyPressed'),
    {
      signal,
    },
  );
  // Browsers draw a ring around a control focused by mouse as soon as any key is pressed, such as a shortcut. This ring shows only while
  // the viewer's keyboard has moved the focus, and follows focus that the player moves from there.
  const focus = (target: EventTarget | null): void => {
    if (attention.isMovingFocus() || !isControl(target)) return;
    const isByKeyboard = target.matches(':focus-visible');
    root.toggleAttribute('data-focus-ring', isByKeyboard);
    if (isByKeyboard) attention.send('controlFocused');
  };
  on('focusin', ({ target }) => focus(target));
  // A control of the first paint can have the focus before this code loads; the page has recorded whether the keyboard moved it
  // (early-input.ts).
  const { activeElement } = root.ownerDocument;
  if (!root.contains(activeElement) || !isControl(activeElement)) root.removeAttribute('data-focus-ring');
  else if (root.hasAttribute('data-focus-ring')) attention.send('controlFocused');
  on('focusout', ({ relatedTarget }) => {
    if (isControl(relatedTarget)) return;
    attention.send('controlBlurred');
    if (!attention.isMovingFocus()) root.removeAttribute('data-focus-ring');
  });
}

function isControl(target: EventTarget | null): target is Element {
  return target instanceof Element && target.closest(CONTROL_SELECTOR) !== null;
}
