import type { rules as portuguese } from '../pt-BR/rules.ts'

export const rules: typeof portuguese = {
  account: 'This provider account is not there any more, or is paused. Choose another one.',
  card: 'The card was saved at another provider account, or is not there any more. Enter it again.',
  crowded: 'Too much is asked for at this moment. This was not done: try again in a few seconds.',
  installments: 'So many installments are not offered here. Choose fewer.',
  receiver: 'Receiver not found.',
  refundWindow: 'The time in which this payment could be given back is over.',
  refundWhole: 'This provider gives back the whole payment or nothing.',
  refundInstallmentsWhole: 'This provider gives back all the installments of a card sale together or nothing.',
  refundable: 'The amount is more than what can still be given back.',
  slug: 'Use 2 to 60 small letters without accents, digits and hyphens, with no hyphen at the beginning or the end.',
  taken: 'Another page has this address already.',
  publicUrl: 'This address cannot be called. Use a public one that starts with https://.',
  platformSetting:
    'The last test did not reach the provider: a setting of the platform is missing or of no use. Change it, or test the account again.',
  upload: 'The file did not arrive whole. Send it again.',
  fileType: 'What is in the file is not of the kind that its name says.',
  maxAccounts: 'Your platform has as many provider accounts as it can have.',
  maxApiKeys: 'Your platform has as many keys as it can have. Revoke one that is no longer used.',
  maxUsers: 'Your platform has as many people as it can have.',
  maxEndpoints: 'Your platform has as many webhook addresses as it can have.',
  maxSavedFilters: 'This list has as many saved filters as it can have. Forget one that you no longer use.',
  noMail: 'This installation sends no mail.',
  savedFilter: 'These are not filters of this list.',
  filterName: 'Another filter of this list has this name.',
  maxAddresses: 'Your platform has chosen as many page addresses as it can.',
  maxSize: 'The request is too large: fewer items or fewer facts of your own.',
  maxEvidence: 'This dispute has as many documents as it can have.',
  invitationsPerDay: 'Too many invitations in 24 hours to this address, or from the platform.',
  hiddenCharacter:
    'There is a character in it that is not seen or changes the direction of the text. Delete the text and type it again.',
}
