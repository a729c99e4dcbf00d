import { useState } from 'react';
import type { ViewerState } from '../../../../protocol/provider/player-response.ts';
import { giveOpinion, reportVideo, setChannelPreference, setSaved, setSubscribed } from '../opinions/viewer-actions.ts';
import type { WordKey } from '../../language/english.ts';
import { usePlayerState, useStore, useTools } from '../shared/player-context.tsx';
import { ActionRow, BackRow, Choices, MenuPage, SubmenuRow, SwitchRow } from './menu-parts.tsx';
import { VideoActions } from './video-actions.tsx';
import { PanelFrame } from './panel-frame.tsx';

type ChannelPreference = ViewerState['channelPreference'];

const OPINIONS = ['like', 'dislike'] as const;

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
          <SubmenuRow name="playlist" icon="list" label={say('playlist')} onOpen={() => panels.open('playlist')} />
        )}
        <SubmenuRow name="settings" icon="settings" label={say('settings')} onOpen={() => panels.open('settings')} />
        <SubmenuRow name="share" icon="share" label={say('share')} onOpen={() => panels.open('share')} />
        {state !== null && response?.attestation !== undefined && (
          <SwitchRow
            icon="person"
            label={say('subscribe')}
            isOn={state.subscribed}
            onChange={() => setSubscribed(tools, !state.subscribed)}
          />
        )}
        {state?.subscribed === true && serializedSharedEntity !== undefined && (
          <SubmenuRow
            name="notifications"
            icon="bell"
            label={say('notifications')}
            value={say(wordOf(state.channelPreference))}
            onOpen={() => setChoosing(true)}
          />
        )}
        {state?.playlists.map(({ playlistId, title, contains }) => (
          <SwitchRow
            key={playlistId}
            icon="save"
            label={say('saveTo', { name: title })}
            isOn={contains}
            onChange={() => setSaved(tools, playlistId, !contains)}
          />
        ))}
        {hasFeedback && (
          <>
            <Opinions feedback={state.feedback} />
            <ActionRow name="report" icon="report" label={say('report')} onPress={() => reportVideo(tools)} />
          </>
        )}
        <VideoActions />
      </MenuPage>
    </PanelFrame>
  );
}

/** One of the two or none: the chosen one, pressed again, is withdrawn. */
function Opinions({ feedback }: { feedback: ViewerState['feedback'] }) {
  const tools = useTools();
  const { say } = tools.viewer.language;
  return (
    <Choices
      className="opinions"
      label={say('opinion')}
      choices={OPINIONS.map((opinion) => ({ key: opinion, icon: opinion, label: say(opinion) }))}
      chosen={feedback ?? ''}
      onChoose={(opinion) => giveOpinion(tools, opinion)}
    />
  );
}
