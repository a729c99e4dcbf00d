/** Forms of a word that depends on `count`, by the plural rules of its language. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;
export type Word = string | PluralForms;
