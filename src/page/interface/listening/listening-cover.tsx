import './listening-cover.css';
import { useSay } from '../shared/player-context.tsx';

/** Over the dimmed poster, since there are no pictures. */
export function ListeningCover() {
  const say = useSay();
  return (
    <p className="listening-cover" role="status">
      {say('audioOnly')}
    </p>
  );
}
