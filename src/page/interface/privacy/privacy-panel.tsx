import { useEffect, useState } from 'react';
import './privacy.css';
import { CONSENTS, type Consent, type ConsentLevel } from '../../../../protocol/privacy/consent.ts';
import type { StoredItem } from './stored-items.ts';
import { Choices } from '../panels/menu-parts.tsx';
import { PanelFrame, PanelHead } from '../panels/panel-frame.tsx';
import { useFeature, useLanguage, usePage, useSay, useStore } from '../shared/player-context.tsx';
import { ContactList, DeviceFacts, NameList, StoredList } from './privacy-lists.tsx';
import { privacy, type PrivacyView } from './privacy-store.ts';
import type { PrivacyWord } from '../../language/word.ts';
import { loadPrivacyWords, type SayPrivacy } from './privacy-words.ts';

/** Key of the choice that leaves the level of consent to the site. */
const BY_SITE = 'site';
const CHOICE_WORDS: Readonly<Record<Consent, PrivacyWord>> = {
  strict: 'choiceStrict',
  functional: 'choiceFunctional',
  measured: 'choiceMeasured',
};

/**
 * Shows the present level in a sentence, the choice of consent with its consequences, and stored data and contacted servers in plain
 * groups; technical names are behind a button.
 */
export function PrivacyPanel() {
  const { reportError } = usePage();
  const language = useLanguage();
  const [say, setSay] = useState<SayPrivacy | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    loadPrivacyWords(language)
      .then((loaded) => setSay(() => loaded))
      .catch((error: unknown) => {
        setFailed(true);
        reportError(error);
      });
  }, [language, reportError]);
  const store = useFeature(privacy);
  const view = useStore(store);
  useEffect(() => store.watch(), [store]);
  const { report } = view;
  const title = language.say('privacy');
  return (
    <PanelFrame className="sheet privacy" label={title}>
      <PanelHead title={title} />
      {say === null || report === null ? (
        <Pending hasFailed={hasFailed || view.hasFailed} />
      ) : (
        <PrivacyContent say={say} view={{ ...view, report }} />
      )}
    </PanelFrame>
  );
}

function Pending({ hasFailed }: { hasFailed: boolean }) {
  const say = useSay();
  return <p role="status">{say(hasFailed ? 'failed' : 'loading')}</p>;
}

interface PrivacyContentProps {
  readonly say: SayPrivacy;
  readonly view: PrivacyView & { readonly report: NonNullable<PrivacyView['report']> };
}

function PrivacyContent({ say, view: { report, items, contacts } }: PrivacyContentProps) {
  const { reportError } = usePage();
  const store = useFeature(privacy);
  const [outcome, setOutcome] = useState<PrivacyWord | null>(null);
  const [hasDetails, setDetails] = useState(false);
  const erase = (gone: readonly StoredItem[], erasesViewer = false): void => {
    setOutcome(null);
    store
      .erase(gone, erasesViewer)
      .then((isGone) => setOutcome(isGone ? 'erased' : 'notErased'))
      .catch(reportError);
  };
  return (
    <>
      <p>{say(report.level)}</p>
      {report.objects && report.ceiling !== 'none' && <p>{say('signal')}</p>}
      {report.ceiling !== 'none' && (
        <>
          <h3>{say('choice')}</h3>
          <Choices
            label={say('choice')}
            chosen={report.choice ?? BY_SITE}
            choices={[
              { key: BY_SITE, label: say('choiceSite'), hint: defaultWords(report.siteDefault, say) },
              ...CONSENTS.map((consent) => ({
                key: consent,
                label: say(CHOICE_WORDS[consent]),
                hint: consequence(consent, say),
              })),
            ]}
            onChoose={(key) =>
              void store.choose(CONSENTS.find((consent) => consent === key) ?? null).catch(reportError)
            }
          />
        </>
      )}
      <h3>{say('stored')}</h3>
      {items.length === 0 ? <p>{say('nothing')}</p> : <StoredList say={say} items={items} onErase={erase} />}
      <p className="privacy-end">
        {items.length > 0 && (
          <button type="button" className="text-button" onClick={() => erase(items, true)}>
            {say('eraseAll')}
          </button>
        )}
        <span role="status">{outcome !== null && say(outcome)}</span>
      </p>
      <h3>{say('contacts')}</h3>
      <ContactList say={say} contacts={contacts} />
      <p>
        <button
          type="button"
          className="text-button quiet privacy-details"
          aria-expanded={hasDetails}
          onClick={() => setDetails(!hasDetails)}
        >
          {say('details')}
        </button>
      </p>
      {hasDetails && (
        <>
          {items.length > 0 && <NameList say={say} items={items} />}
          <h3>{say('device')}</h3>
          <DeviceFacts say={say} />
        </>
      )}
    </>
  );
}

/** Words of the choice that the site has made. */
function defaultWords(level: ConsentLevel, say: SayPrivacy): string {
  return level === 'none' ? '' : say(CHOICE_WORDS[level]);
}

/** Names the items that a choice stores in addition to the choice before it. */
function consequence(consent: Consent, say: SayPrivacy): string {
  if (consent === 'strict') return say('hintStrict');
  return `+ ${consent === 'functional' ? `${say('positions')}, ${say('visitor')}` : say('visitorId')}`;
}
