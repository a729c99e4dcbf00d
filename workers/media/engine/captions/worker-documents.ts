import { PlainCue } from './plain-cue.ts';
import { XmlParser } from './text-document.ts';

/**
 * Document classes that hls.js reads while it loads and that workers lack, so this file is imported before hls.js. On main they
 * exist; but in a browser with trusted types, the page's policy refuses all text for `DOMParser`.
 */
const scope = globalThis as { VTTCue?: unknown; DOMParser?: unknown; trustedTypes?: unknown };
scope.VTTCue ??= PlainCue;
if (scope.DOMParser === undefined || scope.trustedTypes !== undefined) scope.DOMParser = XmlParser;
