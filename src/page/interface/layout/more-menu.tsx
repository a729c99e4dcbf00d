import { useState } from 'react';
import type { ViewerState } from '../../../../protocol/provider/player-response.ts';
import { ReportPage, ReportRow } from '../viewer-actions/report-rows.tsx';
import type { ReportedVideo } from '../viewer-actions/reports.ts';
import {
  giveOpinion,
  reportableVideo,
  setChannelPreference,
  setSaved,
  setSubscribed,
} from '../viewer-actions/viewer-actions.ts';
import type { WordKey } from '../../language/word.ts';
import { useFeature, useFeatures, usePlayerState, useSay, useStore } from '../shared/player-context.tsx';
import { BackRow, Choices, MenuPage, SubmenuRow, SwitchRow } from '../panels/menu-parts.tsx';
import { HelpRows, SectionRow, TelevisionRow } from './video-actions.tsx';
import { useRoomBeside } from '../panels/docking.ts';
import { PanelFrame } from '../panels/panel-frame.tsx';
import { MuteRow } from '../controls/mute-row.tsx';
import { ChaptersRow } from '../chapters/chapters-row.tsx';
import { PictureInPictureRow } from '../picture-in-picture/picture-in-picture-row.tsx';
import { TranscriptRow } from '../transcript/transcript-row.tsx';
import { viewerState } from '../viewer-actions/viewer-state-store.ts';
import { panels } from '../panels/panels.ts';

type ChannelPreference = ViewerState['channelPreference'];

const OPINIONS = ['like', 'dislike'] as const;

const PREFERENCES: readonly (readonly [preference: ChannelPreference, word: WordKey])[] = [
  ['all', 'notifyAll'],
  ['occasional', 'notifySome'],
  ['none', 'notifyNone'],
];
const wordOf = (preference: ChannelPreference): WordKey =>
  PREFERENCES.find(([key]) => key === preference)?.[1] ?? 'notifyAll';

type Page =
  { readonly name: 'moreActions' | 'notifications' } | { readonly name: 'report'; readonly video: ReportedVideo };

/** Panels and actions of the video; in small frames, actions are a page deeper. The provider decides which are offered (N6, N9–N11). */
export function MoreMenu() {
  const say = useSay();
  const [page, setPage] = useState<Page | null>(null);
  const [cameFrom, setCameFrom] = useState<Page['name'] | null>(null);
  const goTo = (next: Page | null): void => {
    setCameFrom(page?.name ?? null);
    setPage(next);
  };
  const isFlat = useRoomBeside();
  const back = (): void => goTo(isFlat || page?.name === 'moreActions' ? null : { name: 'moreActions' });
  return (
    <PanelFrame className="settings more-menu" label={say('more')} {...(page === null ? {} : { onEscape: back })}>
      <MenuPage key={page?.name ?? null} cameFrom={cameFrom}>
        {page === null && <MoreList isFlat={isFlat} onOpen={goTo} />}
        {page?.name === 'moreActions' && (
          <>
            <BackRow label={say('moreActions')} onBack={back} />
            <Actions onOpen={goTo} />
          </>
        )}
        {page?.name === 'notifications' && <NotificationsPage onBack={back} />}
        {page?.name === 'report' && <ReportPage video={page.video} onBack={back} />}
      </MenuPage>
    </PanelFrame>
  );
}

interface PageProps {
  readonly onOpen: (page: Page) => void;
}

function MoreList({ isFlat, onOpen }: PageProps & { readonly isFlat: boolean }) {
  const say = useSay();
  const panel = useFeature(panels);
  const isList = usePlayerState(({ playlist }) => (playlist?.videoIds.length ?? 0) > 1);
  return (
    <>
      {isList && (
        <SubmenuRow name="playlist" icon="list" label={say('playlist')} onOpen={() => panel.open('playlist')} />
      )}
      <MuteRow />
      <ChaptersRow />
      <TranscriptRow />
      <SubmenuRow name="settings" icon="settings" label={say('settings')} onOpen={() => panel.open('settings')} />
      <SubmenuRow name="share" icon="share" label={say('share')} onOpen={() => panel.open('share')} />
      {isFlat ? (
        <Actions onOpen={onOpen} />
      ) : (
        <SubmenuRow
          name="moreActions"
          icon="more"
          label={say('moreActions')}
          onOpen={() => onOpen({ name: 'moreActions' })}
        />
      )}
    </>
  );
}

function Actions({ onOpen }: PageProps) {
  const features = useFeatures();
  const { say } = features.language;
  const response = usePlayerState(({ video }) => video.response);
  const hasFailed = usePlayerState(({ error }) => error !== null);
  const isLive = usePlayerState(({ video }) => video.isLive);
  const { state } = useStore(useFeature(viewerState));
  const { serializedSharedEntity, feedbackTokens } = response?.videoDetails ?? {};
  const reportable = reportableVideo(features);
  return (
    <>
      <PictureInPictureRow />
      {state !== null && response?.attestation !== undefined && (
        <SwitchRow
          icon="person"
          label={say('subscribe')}
          isOn={state.subscribed}
          onChange={() => setSubscribed(features, !state.subscribed)}
        />
      )}
      {state?.subscribed === true && serializedSharedEntity !== undefined && (
        <SubmenuRow
          name="notifications"
          icon="bell"
          label={say('notifications')}
          value={say(wordOf(state.channelPreference))}
          onOpen={() => onOpen({ name: 'notifications' })}
        />
      )}
      {state?.playlists.map(({ playlistId, title, contains }) => (
        <SwitchRow
          key={playlistId}
          icon="save"
          label={say('saveTo', { name: title })}
          isOn={contains}
          onChange={() => setSaved(features, playlistId, !contains)}
        />
      ))}
      {state !== null && feedbackTokens !== undefined && <Opinions feedback={state.feedback} />}
      {state !== null && reportable !== null && (
        <ReportRow video={reportable} onOpen={() => onOpen({ name: 'report', video: reportable })} />
      )}
      {!isLive && !hasFailed && <SectionRow />}
      {!hasFailed && <TelevisionRow />}
      <HelpRows />
    </>
  );
}

function NotificationsPage({ onBack }: { onBack: () => void }) {
  const features = useFeatures();
  const { say } = features.language;
  const { state } = useStore(useFeature(viewerState));
  return (
    <>
      <BackRow label={say('notifications')} onBack={onBack} />
      <Choices
        label={say('notifications')}
        chosen={state?.channelPreference ?? ''}
        choices={PREFERENCES.map(([key, word]) => ({ key, label: say(word) }))}
        onChoose={(key) => {
          setChannelPreference(features, key);
          onBack();
        }}
      />
    </>
  );
}

/** One opinion or none: a press on the chosen opinion withdraws it. */
function Opinions({ feedback }: { feedback: ViewerState['feedback'] }) {
  const features = useFeatures();
  const { say } = features.language;
  return (
    <Choices
      className="opinions"
      label={say('opinion')}
      choices={OPINIONS.map((opinion) => ({ key: opinion, icon: opinion, label: say(opinion) }))}
      chosen={feedback ?? ''}
      hintOfChosen={say('pressToWithdraw')}
      onChoose={(opinion) => giveOpinion(features, opinion)}
    />
  );
}
