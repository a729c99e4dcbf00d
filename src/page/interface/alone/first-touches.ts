const TYPES = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const;

/** Records touches on the picture until the interface is mounted, whose gestures continue from them (touch/touch.ts). */
export function keepTouches(surface: readonly HTMLElement[], signal: AbortSignal): PointerEvent[] {
  const kept: PointerEvent[] = [];
  const keep = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') kept.push(event);
  };
  for (const element of surface)
    for (const type of TYPES) element.addEventListener(type, keep, { passive: true, signal });
  return kept;
}
