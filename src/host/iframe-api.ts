import { serverOf } from './frame/host-origin.ts';
import { installApi } from './install-api.ts';
import { systemClock } from './system-clock.ts';
import { Registry } from './wire/registry.ts';

/** Composition root of the script that host pages load: `/iframe_api`. */
const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript : null;

installApi({
  window,
  clock: systemClock(window),
  ...serverOf(script?.src ?? '', window.location.origin),
  registry: new Registry(window),
  /** `data-replace-hosts="https://a.example https://b.example"` on the script tag. */
  replacedHosts: new Set(script?.dataset['replaceHosts']?.split(/\s+/)),
});
