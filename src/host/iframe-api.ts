import { hostClock } from './environment.ts';
import { originsOf, serverOf } from './host-origin.ts';
import { installApi } from './install-api.ts';
import { scriptAddress } from './script-address.ts';
import { Registry } from './player/registry.ts';

/** Composition root of the script that host pages load: `/iframe_api`. */
const tag = document.querySelector<HTMLScriptElement>('script[data-replace-hosts]');

installApi(
  {
    window,
    clock: hostClock(),
    ...serverOf(scriptAddress(window, new Error().stack ?? ''), window.location.origin),
    registry: new Registry(window),
    /** `data-replace-hosts="https://a.example https://b.example"` on the script tag. */
    replacedHosts: new Set(originsOf(tag?.dataset['replaceHosts'] ?? '')),
  },
  document.querySelector('script[data-leave-yt]') !== null,
);
