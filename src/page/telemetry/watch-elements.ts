import { elementName } from './element-name.ts';
import type { VisualElements } from './visual-elements.ts';
import type { TelemetryOptions } from './telemetry-options.ts';

/** Logs when controls and the error card appear and disappear, and every press on a button or link (L9). */
export function watchElements(
  elements: Pick<VisualElements, 'createScreen' | 'show' | 'hide' | 'click'>,
  {
    root,
    player,
    attention,
    infrastructure,
  }: Pick<TelemetryOptions, 'root' | 'player' | 'attention' | 'infrastructure'>,
): void {
  elements.createScreen('embed', infrastructure.clientScreenNonce);
  const turn = (elementId: string, isShown: boolean): void =>
    isShown ? elements.show(elementId) : elements.hide(elementId);
  const followControls = (): void => turn('controls', attention.isShown());
  followControls();
  attention.subscribe(followControls);
  let hadError = false;
  player.subscribe(() => {
    const hasError = player.getSnapshot().error !== null;
    if (hasError !== hadError) turn('error-card', hasError);
    hadError = hasError;
  });
  // In the capture phase, before the press has its effect: a pressed pause button has the name play afterwards.
  root.addEventListener(
    'click',
    ({ target }) => {
      const pressed = target instanceof Element ? target.closest<HTMLElement>('button, a') : null;
      if (pressed !== null) elements.click(elementName(pressed));
    },
    { capture: true },
  );
}
