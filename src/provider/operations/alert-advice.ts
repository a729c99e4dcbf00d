import type { StorageProblem } from '../database/storage-errors.ts';

/** Why the database accepts no writes, in the words of alerts. */
export const WRITE_PROBLEMS: Readonly<Record<StorageProblem, string>> = {
  full: 'it is full',
  broken: 'its file is damaged',
  locked: 'another program holds its lock',
  unwritable: 'its disk cannot be written',
  unknown: 'it is gone or too slow',
};

/** Advice for a flood from many networks, which a limit of one address does not end. */
export const FROM_EVERYWHERE =
  'They come from more networks than are counted: limit new connections and slow bodies at the proxy, or at the provider of your network.';

/** Advice about the limit that refused most, by its name. */
export const LIMITS_ADVICE: readonly (readonly [limit: RegExp, whatToDo: string])[] = [
  [/^sign_ins$/, 'These are attempts to sign in as operator: see `sign_ins_failing`.'],
  [/^budget_/, 'A part of the database is nearly full: see `budget_nearly_full`.'],
  [
    /^overload_(?:database|erasures)$/,
    'Clients asked more of the database than it serves; those who asked most were refused. One network is a flood: the log of your proxy has its address and the call, block it there. Many are viewers: a faster disk or processor serves more.',
  ],
  [
    /^overload_/,
    'More came than this machine serves: see in the curves whether it passes, else serve from a larger machine or several.',
  ],
  [
    /_per_(?:address|site|viewer)$|^new_visitors$/,
    'A limit of one address, site or viewer met a flood, or a school behind one address. The log of your proxy has its network, which nothing here keeps: block a flood there; for a school the limit can be raised.',
  ],
  [
    /connections|^slow_|^concurrent_bodies$|^body_memory$/,
    'Connections or bodies at once were scarce: slow or many clients hold them. Behind a proxy, see `ORIEL_CONNECTIONS_PER_ADDRESS`.',
  ],
  [
    /size$|_values$|_per_body$|_extensions$|^unreadable_requests$/,
    'Requests were larger than allowed or no HTTP: our players send none of these, so nothing has to be done.',
  ],
];
