import './listening-cover.css';
import { useSay } from '../shared/player-context.tsx';

/** The words 'Audio only' over the dimmed poster. */
export function ListeningCover() {
  const say = useSay();
  return (
    <p className="listening-cover" role="status">
      {say('audioOnly')}
    </p>
  );
}
