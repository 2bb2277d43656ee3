/**
 * Why something of a provider failed, in this service's own words: what no provider said and the specification does not fix (those are
 * in `messages.ts`). The API says them in English; the console has each in its reader's language.
 */
export const OUR_MESSAGES = {
  // The way to the provider.
  otherMode: 'This address belongs to the other mode: test and live never meet',
  notBuilt: 'The request to the provider could not be built',
  notReached: 'The provider could not be reached ({{code}})',
  notAnswered: 'The provider did not answer ({{code}})',
  answerTooLong: "The provider's answer is too long",
  notPublic: '{{host}} is not on the public internet',
  noAddress: '{{host}} has no address',
  notUrl: 'Not a URL',
  notHttps: 'Must be an https address',
  carriesCredentials: 'Must not carry credentials',
  crowded: 'Too many requests to this provider account are under way',
  certificateMissing: 'The platform has no such certificate',
  certificateUnusable: 'No certificate with its private key is at the address that the platform has for it',
  certificateNotThere: 'The client certificate could not be downloaded',
  credentialsSealed: 'The credentials of this provider account cannot be opened: connect it anew',
  documentNotThere: 'A document could not be fetched from the store',

  // What was asked for.
  dotId: 'An id cannot be "." or ".."',
  otherProviderData: 'providerData does not hold what this provider takes: {{where}}',
  severalPix: 'The charge was paid by more than one Pix: return the right one at the bank',
  chargeIs: 'The charge is {{state}}',
  noOtherPayment: 'No other payment is left: this one pays the charge',
  noOtherOfOrder: 'No other payment of the order is left: this one pays it',
  lessIsLeft: 'Less than that is left to refund',
  noBrandForCredit: 'No brand takes this card for credit',
  cardMissing: 'A charge by card needs a card',
  chargeNotCreated: 'The provider did not create the charge',
  canceledByOperator: 'Canceled by an operator',

  // What the provider answered.
  answeredWith: '{{call}} was answered with {{status}}',
  answeredWithWords: '{{call}} was answered with {{status}}: {{words}}',
  answeredOtherwise: '{{call}} was answered with {{status}} but not with what it should hold: {{where}}',
  notUnderstood: 'The answer could not be understood',
  noReadableAmount: 'The answer has no readable amount',
  noPixCode: 'The answer has no Pix code',
  pixCodeOfOtherAmount: 'The Pix code asks for another amount than the request',
  noBoleto: 'The answer has no boleto',
  noStatus: 'The answer has no status',
  noId: 'The answer has no id',
  noPayment: 'The answer is about no payment',
  noBalance: 'The provider does not say what the account holds',
  another: 'The answer has another {{what}} than the request',
  lacksFirstInstallment: 'The list lacks the first installment',
  lacksOwnInstallment: "The plan's list lacks the charge's own installment",
  otherTransfers: 'The transfers are not those of the reference',
  transferNotInBatch: 'The batch does not hold the transfer',
  arrivalNotUnderstood: 'The list of arrived Pix holds one that is not understood',

  // What was found there.
  transactionOfOtherAmount: 'The transaction has another amount',
  withdrawalOfOtherAmount: 'The withdrawal has another amount',
  transactionOfOtherAttempt: "The transaction is not this attempt's",
  transactionOfOtherCharge: 'The transaction belongs to another charge',
  transactionKnown: 'It has become known meanwhile whose the transaction is',
  otherMovement: 'The provider reports another movement',
  idOfOtherReceiver: "The provider's id {{id}} belongs to another receiver",

  // What another run has done meanwhile.
  attemptSending: 'Another run of this attempt is sending',
  keyForgotten: "The account no longer knows the first request's key",
  attemptBegun: 'An earlier run of this attempt had begun to send',
  attemptTooOld: 'This run of the attempt is too old to send',
  attemptOver: 'The attempt was over before it was answered',
  attemptBefore: 'The attempt before this one is not over',
  creationSending: 'Another run of this creation is sending',
  creationBegun: 'An earlier run of this creation had begun to send',
  creationEnded: 'Another run of this creation has ended it',
  rowTakenBack: 'Its row was taken back before it was sent',
  rowOfSentGone: 'The row of a request that had begun to be sent is gone',
  rowOfCreatedGone: 'The provider has it, and its row is gone',
} as const

export type OurMessage = keyof typeof OUR_MESSAGES

type PlacesOf<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | PlacesOf<Rest> : never

/** One that tells of something, as of an HTTP status. @param values of its places. */
export function ourMessage<Name extends OurMessage>(
  name: Name,
  values: Readonly<Record<PlacesOf<(typeof OUR_MESSAGES)[Name]>, string | number>>,
): string {
  const told = new Map<string, string | number>(Object.entries(values))
  return OUR_MESSAGES[name].replace(/\{\{(\w+)\}\}/g, (_, place: string) => String(told.get(place)))
}
