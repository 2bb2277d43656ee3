/** How much one caller may ask of one process, where nothing else is said. */
export interface Limits {
  /** Per API key or person. */
  requestsPerMinute: number
  /** What each one's own limit lets through: of a platform's live keys together, of its test keys, of its people, and about keys. */
  platformRequestsPerMinute: number
  /** Per provider account: its notices, each counted once per 4 KiB begun of what is stored of it. What proves nothing counts in `failuresPerMinute` instead. */
  webhooksPerMinute: number
  /** Per address, of requests without a sign-in: health, the API's reference. What the pages are made of is not counted. */
  anonymousPerMinute: number
  /** Per address: the buyer's page, whose token could be guessed. */
  checkoutPerMinute: number
  /** Per address: a page where stolen cards could be tried. */
  buyersChargesPerMinute: number
  /** In ten minutes, at all processes together: cards of one address that were refused, and cards that one page saw refused. */
  refusedCards: { perAddress: number; perPage: number }
  /** Per e-mail at one address, and five times as many per address. */
  signInsPerMinute: number
  /** Per e-mail, from wherever; per browser that a user has signed in from; and per user who is signed in and gives their password again. */
  wrongPasswordsPerHour: number
  /** Per address: wrong keys, wrong webhook addresses and wrong proofs. */
  failuresPerMinute: number
  /** Open streams per caller. */
  streams: number
  /** Open streams of a platform's keys and people together: a key costs it nothing. */
  platformStreams: number
  /** How often a stream makes sure that its reader is there and still allowed. Milliseconds. */
  streamCheckMs: number
  /** How long a platform's streams are left alone after a change of access made each sure of its reader. Milliseconds. */
  streamRecheckMs: number
}

/** Those that an installation sets. */
type SetLimits = Pick<Limits, 'requestsPerMinute' | 'webhooksPerMinute'>

/** So many keys of a platform may ask as much as each may, and so many people. */
const FULL_KEYS = 5

export const limitsOf = ({ requestsPerMinute, webhooksPerMinute }: SetLimits): Limits => ({
  requestsPerMinute,
  webhooksPerMinute,
  platformRequestsPerMinute: requestsPerMinute * FULL_KEYS,
  anonymousPerMinute: 1200,
  checkoutPerMinute: 120,
  buyersChargesPerMinute: 20,
  refusedCards: { perAddress: 5, perPage: 100 },
  signInsPerMinute: 10,
  wrongPasswordsPerHour: 100,
  failuresPerMinute: 60,
  streams: 50,
  platformStreams: 500,
  streamCheckMs: 15_000,
  streamRecheckMs: 1_000,
})

/** Of one address, whatever the e-mails, in a minute, against an attacker who tries many users. */
export const signInsPerAddress = ({ signInsPerMinute }: Limits): number => signInsPerMinute * 5
