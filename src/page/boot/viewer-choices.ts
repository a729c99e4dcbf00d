import { isSavingData, networkOf, readNetworkFacts } from '../platform/network-facts.ts';

/** Whether local storage has this entry (`LocalEntries`): some choices exist only as an entry. An expired entry counts as absent (S8). */
export function isStored(name: string): boolean {
  try {
    const expiresAtMs = /"expiresAtMs":(\d+)/.exec(localStorage.getItem(name) ?? '')?.[1];
    return Number(expiresAtMs) > Date.now();
  } catch {
    return false;
  }
}

/** Value of one of the viewer's preferences (S9). */
function preference(key: string): string | undefined {
  try {
    return new RegExp(`__Host-oriel-preferences=[^;]*\\b${key}=(\\w+)`).exec(document.cookie)?.[1];
  } catch {
    // Cookies are refused.
    return undefined;
  }
}

/** Restores the volume of the last visit: the player itself would set it only after the first sound. */
export function restoreSound(element: HTMLVideoElement, mayMute: boolean): void {
  const percent = Number(preference('volume'));
  if (percent >= 0) element.volume = Math.min(1, percent / 100);
  element.muted ||= mayMute && preference('muted') === '1';
}

/**
 * Whether the viewer saves data, by the player's rule, except that a mobile network does not count here: a preparation loads few
 * bytes. `asked`: the parameter of the address.
 */
export function savesData(asked: boolean | undefined): boolean {
  const choice = asked === undefined ? preference('dataSaver') : asked ? 'on' : 'off';
  return isSavingData(choice === 'on' || choice === 'off' ? choice : 'auto', {
    ...readNetworkFacts(networkOf(navigator)),
    isMobile: false,
  });
}
