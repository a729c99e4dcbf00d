import { useState } from 'react';
import type { ViewerState } from '../../../../protocol/provider/player-response.ts';
import { giveOpinion, reportVideo, setChannelPreference, setSaved, setSubscribed } from '../opinions/viewer-actions.ts';
import type { WordKey } from '../../language/english.ts';
import { usePlayerState, useStore, useTools } from '../shared/player-context.tsx';
import { BackRow, Choices, MenuPage, SubmenuRow, SwitchRow } from './menu-parts.tsx';
import { PanelFrame } from './panel-frame.tsx';

type ChannelPreference = ViewerState['channelPreference'];

const PREFERENCES: readonly (readonly [preference: ChannelPreference, word: WordKey])[] = [
  ['all', 'notifyAll'],
  ['occasional', 'notifySome'],
  ['none', 'notifyNone'],
];
const wordOf = (preference: ChannelPreference): WordKey =>
  PREFERENCES.find(([key]) => key === preference)?.[1] ?? 'notifyAll';

/** Actions beyond watching; the provider decides which of them are offered (N6, N9–N11). */
export function MoreMenu() {
  const tools = useTools();
  const { say } = tools.viewer.language;
  const { panels } = tools.viewer;
  const response = usePlayerState(({ video }) => video.response);
  const isList = usePlayerState(({ playlist }) => (playlist?.videoIds.length ?? 0) > 1);
  const { state } = useStore(tools.viewer.viewerState);
  const [isChoosing, setChoosing] = useState<boolean | null>(null);
  const back = (): void => setChoosing(false);
  if (isChoosing === true && state !== null)
    return (
      <PanelFrame className="settings more-menu" label={say('more')} onEscape={back}>
        <MenuPage key="notifications" cameFrom={null}>
          <BackRow label={say('notifications')} onBack={back} />
          <Choices
            label={say('notifications')}
            chosen={state.channelPreference}
            choices={PREFERENCES.map(([key, word]) => ({ key, label: say(word) }))}
            onChoose={(key) => {
              setChannelPreference(tools, key as ChannelPreference);
              back();
            }}
          />
        </MenuPage>
      </PanelFrame>
    );
  const { serializedSharedEntity, feedbackTokens } = response?.videoDetails ?? {};
  const hasFeedback = state !== null && feedbackTokens !== undefined;
  return (
    <PanelFrame className="settings more-menu" label={say('more')}>
      <MenuPage key="list" cameFrom={isChoosing === false ? 'notifications' : null}>
        {isList && (
          <SubmenuRow name="playlist" label={say('playlist')} value="" onOpen={() => panels.open('playlist')} />
        )}
        <SubmenuRow name="share" label={say('share')} value="" onOpen={() => panels.open('share')} />
        {state !== null && response?.attestation !== undefined && (
          <SwitchRow
            label={say('subscribe')}
            isOn={state.subscribed}
            onChange={() => setSubscribed(tools, !state.subscribed)}
          />
        )}
        {state?.subscribed === true && serializedSharedEntity !== undefined && (
          <SubmenuRow
            name="notifications"
            label={say('notifications')}
            value={say(wordOf(state.channelPreference))}
            onOpen={() => setChoosing(true)}
          />
        )}
        {state?.playlists.map(({ playlistId, title, contains }) => (
          <SwitchRow
            key={playlistId}
            label={say('saveTo', { name: title })}
            isOn={contains}
            onChange={() => setSaved(tools, playlistId, !contains)}
          />
        ))}
        {hasFeedback &&
          (['like', 'dislike'] as const).map((opinion) => (
            <SwitchRow
              key={opinion}
              label={say(opinion)}
              isOn={state.feedback === opinion}
              onChange={() => giveOpinion(tools, opinion)}
            />
          ))}
        {hasFeedback && (
          <button
            type="button"
            className="menu-item"
            onClick={() => {
              panels.close();
              reportVideo(tools);
            }}
          >
            {say('report')}
          </button>
        )}
      </MenuPage>
    </PanelFrame>
  );
}
