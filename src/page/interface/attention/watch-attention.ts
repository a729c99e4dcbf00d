import { CONTROL_SELECTOR } from '../shared/control-selector.ts';
import { listenerOn } from '../shared/listener-on.ts';
import type { Attention } from './attention.ts';

const MODIFIERS: readonly string[] = ['Shift', 'Control', 'Alt', 'Meta'];

/** Reports the viewer's input on the player. A finger on the picture is reported by the surface, which knows a tap from a scroll. */
export function watchAttention(root: HTMLElement, attention: Attention): void {
  const on = listenerOn(root, { passive: true });
  let place = '';
  on('pointermove', ({ pointerType, screenX, screenY }) => {
    const before = place;
    place = `${screenX} ${screenY}`;
    // Browsers also report a pointer that rests while the page changes beneath it.
    if (pointerType !== 'touch' && place !== before) attention.send('pointed');
  });
  on('pointerdown', ({ pointerType, target }) => {
    if (pointerType !== 'touch') attention.send('pointed');
    else if (isControl(target)) attention.send('touched');
  });
  on('pointerleave', ({ pointerType }) => pointerType === 'mouse' && attention.send('left'));
  // Without a focus, keys arrive at the body.
  root.ownerDocument.addEventListener('keydown', ({ key }) => !MODIFIERS.includes(key) && attention.send('keyPressed'));
  on('focusin', ({ target }) => {
    if (!attention.isMovingFocus() && isControl(target) && target.matches(':focus-visible'))
      attention.send('controlFocused');
  });
  on('focusout', ({ relatedTarget }) => !isControl(relatedTarget) && attention.send('controlBlurred'));
}

function isControl(target: EventTarget | null): target is Element {
  return target instanceof Element && target.closest(CONTROL_SELECTOR) !== null;
}
