import type { Contact } from '../../../../protocol/privacy/contacts.ts';
import type { KeptClass } from '../../../../protocol/privacy/consent.ts';
import { describeStored, type Lifetime, type StoredItem } from './stored-items.ts';
import { useLanguage } from '../shared/player-context.tsx';
import type { PrivacyWord } from './words/privacy-english.ts';
import type { SayPrivacy } from './words/load-words.ts';

/** The classes that are stored; the visitor id of ads is not. */
const KEPT_WORDS: Readonly<Record<KeptClass | 'unknown', PrivacyWord>> = {
  choices: 'choices',
  delivery: 'delivery',
  positions: 'positions',
  configuration: 'configuration',
  location: 'location',
  visitor: 'visitor',
  visitorId: 'visitorId',
  unknown: 'unknownItem',
};

interface ItemListProps {
  readonly say: SayPrivacy;
  readonly items: readonly StoredItem[];
  readonly onErase: (items: readonly StoredItem[]) => void;
}

export function ItemList({ say, items, onErase }: ItemListProps) {
  const language = useLanguage();
  return (
    <ul className="privacy-list">
      {items.map((item) => {
        const { kept, lifetime } = describeStored(item);
        return (
          <li key={`${item.kind} ${item.name}`}>
            <div>
              <strong>{say(KEPT_WORDS[kept])}</strong>
              <div>
                {sayLifetime(say, lifetime, language.code)}
                {item.kind === 'database' && ` · ${say('entries', { count: String(item.records) })}`}
              </div>
              <bdi dir="ltr" className="privacy-name" data-kind={item.kind}>
                {item.name}
              </bdi>
            </div>
            <button
              type="button"
              className="text-button quiet"
              aria-label={`${say('erase')}: ${say(KEPT_WORDS[kept])}`}
              onClick={() => onErase([item])}
            >
              {say('erase')}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Each origin once, with everything that it was asked for. */
export function ContactList({ say, contacts }: { say: SayPrivacy; contacts: readonly Contact[] }) {
  const origins = [...new Set(contacts.map(({ origin }) => origin))];
  return (
    <ul className="privacy-list">
      {origins.map((origin) => (
        <li key={origin}>
          <div>
            <bdi dir="ltr" className="privacy-origin">
              {origin}
            </bdi>
            <div>
              {contacts
                .filter((contact) => contact.origin === origin)
                .map(({ purpose }) => say(purpose))
                .join(' · ')}
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Facts of the device by whether they leave it: `readClientInfo` and headers of calls send, all others only decide. */
export function DeviceFacts({ say }: { say: SayPrivacy }) {
  return (
    <ul className="privacy-list">
      {(['deviceSent', 'deviceUsed'] as const).map((where) => (
        <li key={where}>
          <div>
            <strong>{say(where)}</strong>
            <div>{say(`${where}Facts`)}</div>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Days in the language's own words and plural. */
function sayLifetime(say: SayPrivacy, lifetime: Lifetime, locale: string): string {
  if (lifetime === 'untilReplaced') return say('untilReplaced');
  if (lifetime === 'unknown') return say('unknownTime');
  const unit = { style: 'unit', unit: 'day', unitDisplay: 'long', numberingSystem: 'latn' } as const;
  const days = new Intl.NumberFormat(locale, unit).format(lifetime.days);
  return say('untilDelivered' in lifetime ? 'untilSent' : 'days', { days });
}
