import type { Contact } from '../../../../protocol/privacy/contacts.ts';
import type { KeptClass } from '../../../../protocol/privacy/consent.ts';
import { describeStored, type Lifetime, type StoredItem } from './stored-items.ts';
import { useLanguage } from '../shared/player-context.tsx';
import type { PrivacyWord } from '../../language/word.ts';
import type { SayPrivacy } from './privacy-words.ts';

/** Words for each class of stored items; the visitor id for ads is not stored. */
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

/** Stored items, grouped by purpose. */
export function StoredList({ say, items, onErase }: ItemListProps) {
  const language = useLanguage();
  const kinds = [...new Set(items.map((item) => describeStored(item).kept))];
  return (
    <ul className="privacy-list">
      {kinds.map((kept) => {
        const members = items.filter((item) => describeStored(item).kept === kept);
        return (
          <li key={kept}>
            <div>
              <strong>{say(KEPT_WORDS[kept])}</strong>
              <div>{sayLifetime(say, longest(members), language.code)}</div>
            </div>
            <button
              type="button"
              className="text-button quiet"
              aria-label={`${say('erase')}: ${say(KEPT_WORDS[kept])}`}
              onClick={() => onErase(members)}
            >
              {say('erase')}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** The technical names of the stored items. */
export function NameList({ say, items }: Omit<ItemListProps, 'onErase'>) {
  return (
    <ul className="privacy-list">
      {items.map(({ kind, name, records }) => (
        <li key={`${kind} ${name}`}>
          <div>
            <bdi dir="ltr" className="privacy-name" data-kind={kind}>
              {name}
            </bdi>
            {kind === 'database' && <div>{say('entries', { count: String(records) })}</div>}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Each server once, with all purposes of its requests; the purpose of ads is named only if the server has no other purpose. */
export function ContactList({ say, contacts }: { say: SayPrivacy; contacts: readonly Contact[] }) {
  const origins = [...new Set(contacts.map(({ origin }) => origin))];
  return (
    <ul className="privacy-list">
      {origins.map((origin) => {
        const purposes = contacts.filter((contact) => contact.origin === origin);
        const others = purposes.filter(({ purpose }) => purpose !== 'adStatus');
        return (
          <li key={origin}>
            <div>
              <bdi dir="ltr" className="privacy-origin">
                {new URL(origin).host}
              </bdi>
              <div>{(others.length === 0 ? purposes : others).map(({ purpose }) => say(purpose)).join(' · ')}</div>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** Facts about the device in two groups: sent by `readClientInfo` and headers of calls, or only used for decisions on the device. */
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

/** The longest lifetime of these items. */
function longest(items: readonly StoredItem[]): Lifetime {
  const lifetimes = items.map((item) => describeStored(item).lifetime);
  const daysOf = (lifetime: Lifetime): number => (typeof lifetime === 'string' ? Infinity : lifetime.days);
  return lifetimes.reduce((one, other) => (daysOf(other) > daysOf(one) ? other : one));
}

/** Days in the language's own words and plural. */
function sayLifetime(say: SayPrivacy, lifetime: Lifetime, locale: string): string {
  if (lifetime === 'untilReplaced') return say('untilReplaced');
  if (lifetime === 'unknown') return say('unknownTime');
  const unit = { style: 'unit', unit: 'day', unitDisplay: 'long', numberingSystem: 'latn' } as const;
  const days = new Intl.NumberFormat(locale, unit).format(lifetime.days);
  return say('untilDelivered' in lifetime ? 'untilSent' : 'days', { days });
}
