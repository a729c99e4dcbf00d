import { formatUs } from '../plot/format.ts';
import { pictureStripOf } from '../plot/pictures-within.ts';
import type { View } from '../plot/view.ts';
import type { Picture } from '../schema/timeline.ts';

const PICTURES = 8;

/** Screenshots of the page at even distances over the visible time. */
export function PictureStrip({ pictures, view }: { readonly pictures: readonly Picture[]; readonly view: View }) {
  const shown = pictureStripOf(pictures, view, PICTURES);
  if (shown.length === 0) return <p>The browser took no picture up to this time.</p>;
  return (
    <ol className="picture-strip" aria-label="Pictures of the visible time">
      {shown.map(({ momentUs, picture }) => (
        <li key={momentUs}>
          <img src={picture.image} alt={`The page at ${formatUs(momentUs)}`} />
          <span>{formatUs(momentUs)}</span>
        </li>
      ))}
    </ol>
  );
}
