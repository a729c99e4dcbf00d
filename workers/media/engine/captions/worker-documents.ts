import { PlainCue } from './plain-cue.ts';
import { XmlParser } from './text-document.ts';

/**
 * Classes of documents that hls.js looks for as it loads, and that workers do not have: this file is imported ahead of it. On main
 * they are there; but where the browser has trusted types, the page's policy refuses its parser every text.
 */
const scope = globalThis as { VTTCue?: unknown; DOMParser?: unknown; trustedTypes?: unknown };
scope.VTTCue ??= PlainCue;
if (scope.DOMParser === undefined || scope.trustedTypes !== undefined) scope.DOMParser = XmlParser;
