import { useEffect, useState } from 'react';
import './privacy.css';
import { CONSENTS, readConsent, type Consent } from '../../../../protocol/privacy/consent.ts';
import type { StoredItem } from '../../../../protocol/privacy/stored-items.ts';
import { Choices } from '../panels/menu-parts.tsx';
import { PanelFrame, PanelHead } from '../panels/panel-frame.tsx';
import { useStore, useTools } from '../shared/player-context.tsx';
import type { Tools } from '../tools.ts';
import { ContactList, ItemList } from './privacy-lists.tsx';
import { PrivacyStore } from './privacy-store.ts';
import type { PrivacyWord } from './words/privacy-english.ts';
import { loadWords, type SayPrivacy } from './words/load-words.ts';

/** One a page: whom main has contacted is not forgotten between two openings. */
const stores = new WeakMap<Tools['page'], PrivacyStore>();

function storeOf({ page }: Tools): PrivacyStore {
  const { profiled, clock, reportError } = page;
  const store = stores.get(page) ?? new PrivacyStore({ page: profiled, window: globalThis.window, clock, reportError });
  stores.set(page, store);
  return store;
}

/** Key of the choice that leaves it to the site. */
const BY_SITE = 'site';
const CHOICE_WORDS: Readonly<Record<Consent, PrivacyWord>> = {
  strict: 'choiceStrict',
  functional: 'choiceFunctional',
  measured: 'choiceMeasured',
};

/** Everything that is stored and everybody who was contacted, as it stands; what may be kept; and a way to end it. */
export function PrivacyPanel() {
  const tools = useTools();
  const { language } = tools.viewer;
  const [say, setSay] = useState<SayPrivacy | null>(null);
  useEffect(() => {
    loadWords(language)
      .then((loaded) => setSay(() => loaded))
      .catch(tools.page.reportError);
  }, [language, tools]);
  const title = language.say('privacy');
  return (
    <PanelFrame className="sheet privacy" label={title}>
      <PanelHead title={title} />
      {say !== null && <PrivacyContent say={say} store={storeOf(tools)} />}
    </PanelFrame>
  );
}

function PrivacyContent({ say, store }: { say: SayPrivacy; store: PrivacyStore }) {
  const { reportError } = useTools().page;
  const { report, items, contacts } = useStore(store);
  const [outcome, setOutcome] = useState<PrivacyWord | null>(null);
  useEffect(() => store.watch(), [store]);
  if (report === null) return null;
  const erase = (gone: readonly StoredItem[]): void => {
    setOutcome(null);
    store
      .erase(gone)
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
              { key: BY_SITE, label: say('choiceSite') },
              ...CONSENTS.map((consent) => ({ key: consent, label: say(CHOICE_WORDS[consent]) })),
            ]}
            onChoose={(key) => void store.choose(readConsent(key) ?? null).catch(reportError)}
          />
        </>
      )}
      <h3>{say('stored')}</h3>
      {items.length === 0 ? <p>{say('nothing')}</p> : <ItemList say={say} items={items} onErase={erase} />}
      <p className="privacy-end">
        {items.length > 0 && (
          <button type="button" className="text-button" onClick={() => erase(items)}>
            {say('eraseAll')}
          </button>
        )}
        <span role="status">{outcome !== null && say(outcome)}</span>
      </p>
      <h3>{say('contacts')}</h3>
      <ContactList say={say} contacts={contacts} />
    </>
  );
}
