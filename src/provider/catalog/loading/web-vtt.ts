/** The part of WebVTT that chapters and storyboards use: times and text. Captions themselves are served unchanged. */
export interface Cue {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly text: string;
}

const TIMING = /^((?:\d+:)?\d{2}:\d{2}\.\d{3})\s+-->\s+((?:\d+:)?\d{2}:\d{2}\.\d{3})/;

export function readCues(vtt: string): Cue[] {
  return vtt
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.split('\n');
      const timingAt = lines.findIndex((line) => TIMING.test(line));
      const timing = TIMING.exec(lines[timingAt] ?? '');
      if (timing?.[1] === undefined || timing[2] === undefined) return [];
      const text = lines
        .slice(timingAt + 1)
        .join('\n')
        .trim();
      return [{ startSeconds: readTime(timing[1]), endSeconds: readTime(timing[2]), text }];
    });
}

function readTime(text: string): number {
  return text.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);
}
