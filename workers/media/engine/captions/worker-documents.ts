import { PlainCue } from './plain-cue.ts';
import { XmlParser } from './text-document.ts';

/**
 * Classes of documents that hls.js looks for as it loads, and that workers do not have. This file is imported ahead of it. On
 * main they are there.
 */
const scope = globalThis as { VTTCue?: unknown; DOMParser?: unknown };
scope.VTTCue ??= PlainCue;
scope.DOMParser ??= XmlParser;
