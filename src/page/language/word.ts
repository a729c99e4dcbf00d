import type english from './words/en.json';

/** Forms of a text that depends on `count`, by the plural rules of its language. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;
export type Word = string | PluralForms;

type WithoutForm<Key> = Key extends `${infer Base}_${Intl.LDMLPluralRule}` ? Base : Key;
type EnglishKey = WithoutForm<keyof typeof english>;

/** The texts of the privacy panel, which few viewers open. */
export type PrivacyWord = EnglishKey extends infer Key ? (Key extends `privacy.${infer Word}` ? Word : never) : never;

/** Keys of all texts, except texts of errors, of the first paint and of the privacy panel. */
export type WordKey = Exclude<EnglishKey, `$${string}` | `${'error' | 'firstPaint' | 'privacy'}.${string}`>;

/** A text has plural forms in every language, or in no language. */
export type English = { readonly [Key in WordKey]: `${Key}_other` extends keyof typeof english ? PluralForms : string };
