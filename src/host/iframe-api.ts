import { originOf } from './frame/host-origin.ts';
import { installApi } from './install-api.ts';
import { systemClock } from './system-clock.ts';
import { Registry } from './wire/registry.ts';

/** Composition root of the script that host pages load: `/iframe_api`. */
const script = document.currentScript;
const address = script instanceof HTMLScriptElement ? script.src : '';

installApi({
  window,
  clock: systemClock(window),
  defaultHost: originOf(address) ?? window.location.origin,
  registry: new Registry(window),
});
