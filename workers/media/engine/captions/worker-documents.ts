import { PlainCue } from './plain-cue.ts';
import { XmlParser } from './text-document.ts';

/**
 * Document classes that hls.js reads as it loads, and that workers do not have: this file is imported before hls.js. On main they
 * exist; but where the browser has trusted types, the page's policy refuses every text to its parser.
 */
const scope = globalThis as { VTTCue?: unknown; DOMParser?: unknown; trustedTypes?: unknown };
scope.VTTCue ??= PlainCue;
if (scope.DOMParser === undefined || scope.trustedTypes !== undefined) scope.DOMParser = XmlParser;
