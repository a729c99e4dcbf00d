import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SOURCE = 'src/provider/catalog';

/** Adds a video for each stream to a copy of the demo catalog; `chapters`, `tracks` and `cues` (of the first track) are counts. */
export function makeScaleCatalog(streams) {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-scale-'));
  cpSync(SOURCE, folder, { recursive: true });
  for (const { id, hls, lengthSeconds = 0, chapters = 0, tracks = 0, cues = 0 } of streams) {
    const own = `media/${id}`;
    mkdirSync(join(folder, own), { recursive: true });
    const write = (name, count) => writeFileSync(join(folder, own, name), webVtt(count, lengthSeconds));
    if (chapters > 0) write('chapters.vtt', chapters);
    for (let track = 0; track < tracks; track += 1) write(`${track}.vtt`, track === 0 ? cues : 10);
    const captions = Array.from({ length: tracks }, (_, track) => ({
      url: `${id}/${track}.vtt`,
      languageCode: `en-x-track${track}`,
      name: `Track ${track}`,
      kind: 'subtitles',
      isDefault: track === 0,
    }));
    const description = {
      ...{ id, title: id, author: 'Measurements', channelId: 'bench', lengthSeconds, width: 426, height: 240 },
      sources: { hls, isLive: lengthSeconds === 0 },
      captions,
      ...(chapters > 0 ? { chapters: `${id}/chapters.vtt` } : {}),
    };
    writeFileSync(join(folder, 'videos', `${id}.json`), JSON.stringify(description));
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Consecutive cues that cover the whole video. */
function webVtt(count, lengthSeconds) {
  const each = lengthSeconds / count;
  const cues = Array.from(
    { length: count },
    (_, index) => `${at(index * each)} --> ${at((index + 1) * each)}\nCue ${index}\n`,
  );
  return `WEBVTT\n\n${cues.join('\n')}`;
}

const at = (seconds) => new Date(Math.floor(seconds * 1_000)).toISOString().slice(11, 23);
