import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SOURCE = 'src/provider/catalog';
const VIDEOS_PER_LIST = 50;

/** A catalog in a temporary folder: videos with separate folders of media, playlists, and one very long stream. */
export function makeLargeCatalog({ videos, playlists, segments }) {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-large-catalog-'));
  for (const name of ['videos', 'playlists']) mkdirSync(join(folder, name));
  cpSync(`${SOURCE}/media/demo`, join(folder, 'media/demo'), { recursive: true });
  const text = readFileSync(`${SOURCE}/videos/orieldemo01.json`, 'utf8');
  const ids = Array.from({ length: videos }, (_, index) => `vid${String(index).padStart(8, '0')}`);
  ids.forEach((id, index) => {
    symlinkSync('demo', join(folder, 'media', id));
    const related = [ids[(index + 1) % videos]];
    const video = { ...JSON.parse(text.replaceAll('"demo/', `"${id}/`)), id, title: `Video ${index}`, related };
    writeFileSync(join(folder, `videos/${id}.json`), JSON.stringify(video, undefined, 2));
  });
  for (let index = 0; index < playlists; index += 1) {
    const id = `PLlarge${String(index).padStart(8, '0')}`;
    const videoIds = Array.from({ length: VIDEOS_PER_LIST }, (_, place) => ids[(index + place) % videos]);
    writeFileSync(join(folder, `playlists/${id}.json`), JSON.stringify({ id, title: `List ${index}`, videoIds }));
  }
  writeFileSync(join(folder, 'media/demo/v240/long.m3u8'), longPlaylist(segments));
  const long = { ...JSON.parse(text), id: 'longvideo01', related: [], lengthSeconds: segments * 2 };
  long.sources = { hls: 'demo/v240/long.m3u8' };
  writeFileSync(join(folder, 'videos/longvideo01.json'), JSON.stringify(long));
  return { folder, ids, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** With 300 000 segments about 6 MB, near the 8 MiB that the server accepts of a text. */
function longPlaylist(segments) {
  const lines = Array.from({ length: segments }, () => '#EXTINF:2.0,\n000.m4s\n');
  return `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MAP:URI="init.mp4"\n${lines.join('')}#EXT-X-ENDLIST\n`;
}
