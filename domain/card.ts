/** A card in clear. It never leaves the process that received it; only its token or id does. */
export interface CardData {
  cardNumber: string
  holderName: string
  holderDocument: string
  expMonth: string
  /** Two digits. */
  expYear: string
  cvv: string
  email?: string
  customerIp?: string
  receiverId?: string
}

/** What is printed on a card, and may be left out where it is given: the rules and the adapters judge it as if it were empty. */
type Printed = 'cardNumber' | 'holderName' | 'expMonth' | 'expYear' | 'cvv'

/** A card as it was given, which may be none. */
export type GivenCard = Omit<CardData, Printed> & { [part in Printed]?: string | undefined }

/** A stored card. Its security code is present only for the charge that it was given for. */
export type KeptCard = Omit<CardData, 'cvv'> & { cvv?: string | undefined }
