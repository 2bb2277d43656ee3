import { MAX_EMAIL_LENGTH } from './email.ts'

/** The longest texts that a charge takes about its buyer, their address and their card, in characters. */
export const LONGEST_TEXTS = {
  name: 200,
  email: MAX_EMAIL_LENGTH,
  address: 200,
  number: 20,
  district: 100,
  city: 100,
  holderName: 100,
} as const
